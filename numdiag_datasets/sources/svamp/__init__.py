"""SVAMP (Patel et al., NAACL 2021) in its official JSON layout -> all of its problems."""

from __future__ import annotations

from numdiag_datasets.sources.source import Licence, OfficialFile, Origin, Source
from numdiag_datasets.sources.svamp.reader import DATASET, read_svamp

SOURCE = Source(
    name=DATASET,
    summary="SVAMP is published as one file; a story with its variations is in one split, by a hash of its text.",
    licence=Licence(
        "mit",
        "MIT License",
        "https://opensource.org/license/mit",
        "SVAMP, by Arkil Patel, Satwik Bhattamishra and Navin Goyal (NAACL 2021), https://github.com/arkilpatel/SVAMP",
    ),
    origin=Origin(
        "svamp", "2103.07191", texts_by=("expert-generated",), answers_by=("expert-generated",)
    ),
    citation="""\
@inproceedings{patel-etal-2021-nlp,
  title = {Are {NLP} Models really able to Solve Simple Math Word Problems?},
  author = {Patel, Arkil and Bhattamishra, Satwik and Goyal, Navin},
  booktitle = {Proceedings of NAACL},
  year = {2021}
}""",
    official=(
        OfficialFile(
            "svamp/SVAMP.json",
            "https://raw.githubusercontent.com/arkilpatel/SVAMP/main/SVAMP.json",
            "5be77703a6d891ae476d7c082787ad361392aa02453b132516cdd5f4e7934e3e",
        ),
    ),
    read=read_svamp,
)
