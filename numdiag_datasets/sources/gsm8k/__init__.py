"""GSM8K (Cobbe et al., 2021) in its official JSON lines -> all of its problems."""

from __future__ import annotations

from numdiag_datasets.sources.gsm8k.reader import DATASET, read_gsm8k
from numdiag_datasets.sources.source import Licence, OfficialFile, Origin, Source

_COMMIT = (
    "https://raw.githubusercontent.com/openai/grade-school-math/3101c7d/grade_school_math/data"
)


SOURCE = Source(
    name=DATASET,
    summary="Of GSM8K the test split is the published one; validation is a tenth of the published training problems, "
    "by a hash of the id.",
    licence=Licence(
        "mit",
        "MIT License",
        "https://opensource.org/license/mit",
        "GSM8K, by Karl Cobbe, Vineet Kosaraju, Mohammad Bavarian, Mark Chen, Heewoo Jun, Lukasz Kaiser, Matthias "
        "Plappert, Jerry Tworek, Jacob Hilton, Reiichiro Nakano, Christopher Hesse and John Schulman (2021), "
        "https://github.com/openai/grade-school-math",
    ),
    origin=Origin("gsm8k", "2110.14168", texts_by=("crowdsourced",), answers_by=("crowdsourced",)),
    citation="""\
@article{cobbe-etal-2021-training,
  title = {Training Verifiers to Solve Math Word Problems},
  author = {Cobbe, Karl and Kosaraju, Vineet and Bavarian, Mohammad and Chen, Mark and Jun, Heewoo and Kaiser, Lukasz
    and Plappert, Matthias and Tworek, Jerry and Hilton, Jacob and Nakano, Reiichiro and Hesse, Christopher and Schulman, John},
  journal = {arXiv preprint arXiv:2110.14168},
  year = {2021}
}""",
    official=(
        OfficialFile(
            "gsm8k/train.jsonl",
            f"{_COMMIT}/train.jsonl",
            "17f347dc51477c50d4efb83959dbb7c56297aba886e5544ee2aaed3024813465",
        ),
        OfficialFile(
            "gsm8k/test.jsonl",
            f"{_COMMIT}/test.jsonl",
            "3730d312f6e3440559ace48831e51066acaca737f6eabec99bccb9e4b3c39d14",
        ),
    ),
    read=read_gsm8k,
)
