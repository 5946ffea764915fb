"""DROP (Dua et al., NAACL 2019) in its official JSON layout -> the questions with a number answer."""

from __future__ import annotations

from numdiag_datasets.sources.drop_num.reader import DATASET, read_drop
from numdiag_datasets.sources.source import Licence, OfficialFile, Origin, Source

_ARCHIVE = (
    "https://s3-us-west-2.amazonaws.com/allennlp/datasets/drop/drop_dataset.zip",
    "39d2278a29fd729de301b111a45f434c24834f40df8f4ff116d864589e3249d6",
)


SOURCE = Source(
    name=DATASET,
    summary="DROP-num is every DROP question with a number answer; a passage is in one split, by a hash of its text.",
    licence=Licence(
        "cc-by-sa-4.0",
        "Creative Commons Attribution-ShareAlike 4.0 International",
        "https://creativecommons.org/licenses/by-sa/4.0/",
        "DROP, by Dheeru Dua, Yizhong Wang, Pradeep Dasigi, Gabriel Stanovsky, Sameer Singh and Matt Gardner "
        "(NAACL 2019), https://allenai.org/data/drop",
    ),
    origin=Origin(
        "drop", "1903.00161", texts_by=("found", "crowdsourced"), answers_by=("crowdsourced",)
    ),
    citation="""\
@inproceedings{dua-etal-2019-drop,
  title = {DROP: A Reading Comprehension Benchmark Requiring Discrete Reasoning Over Paragraphs},
  author = {Dua, Dheeru and Wang, Yizhong and Dasigi, Pradeep and Stanovsky, Gabriel and Singh, Sameer and Gardner, Matt},
  booktitle = {Proceedings of NAACL},
  year = {2019}
}""",
    official=tuple(
        OfficialFile(f"drop/{name}", *_ARCHIVE, member=f"drop_dataset/{name}")
        for name in ("drop_dataset_train.json", "drop_dataset_dev.json")
    ),
    read=read_drop,
)
