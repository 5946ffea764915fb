"""ASDiv (Miao et al., ACL 2020) in its official XML layout -> Problems of ASDiv-a."""

from __future__ import annotations

from numdiag_datasets.sources.asdiv_a.reader import DATASET, read_asdiv
from numdiag_datasets.sources.source import Licence, OfficialFile, Origin, Source

SOURCE = Source(
    name=DATASET,
    summary="",
    licence=Licence(
        "cc-by-nc-4.0",
        "Creative Commons Attribution-NonCommercial 4.0 International",
        "https://creativecommons.org/licenses/by-nc/4.0/",
        "ASDiv, by Shen-yun Miao, Chao-Chun Liang and Keh-Yih Su (ACL 2020), "
        "https://github.com/chaochun/nlu-asdiv-dataset",
    ),
    origin=Origin("asdiv", "2106.15772", texts_by=("found",), answers_by=("expert-generated",)),
    citation="""\
@inproceedings{miao-etal-2020-diverse,
  title = {A Diverse Corpus for Evaluating and Developing {E}nglish Math Word Problem Solvers},
  author = {Miao, Shen-yun and Liang, Chao-Chun and Su, Keh-Yih},
  booktitle = {Proceedings of ACL},
  year = {2020}
}""",
    official=(
        OfficialFile(
            "asdiv/ASDiv.xml",
            "https://raw.githubusercontent.com/chaochun/nlu-asdiv-dataset/master/dataset/ASDiv.xml",
            "ef8904068482919ac48c8eeaaf6df344b8a308ba66d048c2d4d87eab82dc4929",
        ),
    ),
    read=read_asdiv,
    split_ids="asdiv/split_ids.tsv",
)
