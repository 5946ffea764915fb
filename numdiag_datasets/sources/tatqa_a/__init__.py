"""TAT-QA (Zhu et al., ACL 2021) in its official JSON layout -> the contexts with arithmetic."""

from __future__ import annotations

from numdiag_datasets.sources.source import Licence, OfficialFile, Origin, Source
from numdiag_datasets.sources.tatqa_a.reader import DATASET, read_tatqa

# The repository at one commit.
_PUBLISHED = (
    "https://raw.githubusercontent.com/NExTplusplus/TAT-QA/ec12a30c26365ff05face6ffc431aaff9cb67c91"
    "/dataset_raw"
)


SOURCE = Source(
    name=DATASET,
    summary="TATQA-a is every TAT-QA context with an arithmetic question.",
    licence=Licence(
        "cc-by-4.0",
        "Creative Commons Attribution 4.0 International",
        "https://creativecommons.org/licenses/by/4.0/",
        "TAT-QA, by Fengbin Zhu, Wenqiang Lei, Youcheng Huang, Chao Wang, Shuo Zhang, Jiancheng Lv, Fuli Feng "
        "and Tat-Seng Chua (ACL 2021), https://github.com/NExTplusplus/TAT-QA",
    ),
    origin=Origin(
        "tat-qa",
        "2105.07624",
        texts_by=("found", "expert-generated"),
        answers_by=("expert-generated",),
    ),
    citation="""\
@inproceedings{zhu-etal-2021-tat,
  title = {TAT-QA: A Question Answering Benchmark on a Hybrid of Tabular and Textual Content in Finance},
  author = {Zhu, Fengbin and Lei, Wenqiang and Huang, Youcheng and Wang, Chao and Zhang, Shuo and Lv, Jiancheng and Feng, Fuli and Chua, Tat-Seng},
  booktitle = {Proceedings of ACL},
  year = {2021}
}""",
    official=(
        OfficialFile(
            "tatqa/tatqa_dataset_train.json", f"{_PUBLISHED}/tatqa_dataset_train.json", sha256=""
        ),
        OfficialFile(
            "tatqa/tatqa_dataset_dev.json",
            f"{_PUBLISHED}/tatqa_dataset_dev.json",
            "8da095a819af6db3c14877c6df2d4d29960e41d1a63dd1fa853507bd2a616af5",
        ),
    ),
    read=read_tatqa,
    split_ids="tatqa/split_ids.tsv",
)
