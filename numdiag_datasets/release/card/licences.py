"""Under which licence each data set is, and so what is built from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Licence:
    """Of a source: its name as the Hub spells it, its title and text, and whom it asks to be named."""

    code: str
    title: str
    url: str
    work: str


#: Data set -> the licence of its source.
LICENCES = {
    "asdiv_a": Licence(
        "cc-by-nc-4.0",
        "Creative Commons Attribution-NonCommercial 4.0 International",
        "https://creativecommons.org/licenses/by-nc/4.0/",
        "ASDiv, by Shen-yun Miao, Chao-Chun Liang and Keh-Yih Su (ACL 2020), "
        "https://github.com/chaochun/nlu-asdiv-dataset",
    ),
    "drop_num": Licence(
        "cc-by-sa-4.0",
        "Creative Commons Attribution-ShareAlike 4.0 International",
        "https://creativecommons.org/licenses/by-sa/4.0/",
        "DROP, by Dheeru Dua, Yizhong Wang, Pradeep Dasigi, Gabriel Stanovsky, Sameer Singh and Matt Gardner "
        "(NAACL 2019), https://allenai.org/data/drop",
    ),
    "tatqa_a": Licence(
        "cc-by-4.0",
        "Creative Commons Attribution 4.0 International",
        "https://creativecommons.org/licenses/by/4.0/",
        "TAT-QA, by Fengbin Zhu, Wenqiang Lei, Youcheng Huang, Chao Wang, Shuo Zhang, Jiancheng Lv, Fuli Feng "
        "and Tat-Seng Chua (ACL 2021), https://github.com/NExTplusplus/TAT-QA",
    ),
}
#: Of the bundled sample, which was written for numdiag.
SAMPLE_LICENCE = Licence(
    "apache-2.0",
    "Apache License, Version 2.0",
    "https://www.apache.org/licenses/LICENSE-2.0",
    "numdiag",
)


def card_licence(datasets: Iterable[str], is_sample: bool) -> dict[str, Any]:
    """The licence fields of a card: that of the one source, else "other" with a file that lists them."""
    if is_sample:
        return {"license": SAMPLE_LICENCE.code}
    codes = list(dict.fromkeys(LICENCES[dataset].code for dataset in datasets))
    if len(codes) == 1:
        return {"license": codes[0]}
    return {"license": "other", "license_name": "by-source", "license_link": "LICENSE"}


def licence_text(datasets: Iterable[str], is_sample: bool) -> str:
    """The LICENSE file of a release: for each data set its source, its licence and what was changed."""
    if is_sample:
        return (
            f"This release is made from the bundled sample of numdiag and is under the\n"
            f"{SAMPLE_LICENCE.title}:\n{SAMPLE_LICENCE.url}\n"
        )
    introduction = (
        "Every data set of this release is under the licence of the source that it is made from.\n"
        "numdiag changed the sources: it selected problems, brought them into one form, and perturbed\n"
        "texts, tables, equations and answers; the columns `edits` and `status` tell every change.\n"
    )
    parts = [introduction]
    for dataset in datasets:
        licence = LICENCES[dataset]
        parts.append(
            f"{dataset} (the files in {dataset}/)\n"
            f"  Source:  {licence.work}\n"
            f"  Licence: {licence.title} ({licence.code.upper()}), {licence.url}\n"
        )
    return "\n".join(parts)
