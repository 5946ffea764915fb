"""Under which licence each data set is, and so what is built from it."""

from __future__ import annotations

from collections.abc import Iterable

from numdiag_datasets.sources import source_of
from numdiag_datasets.sources.source import Licence

#: Of the bundled sample, which was written for numdiag.
SAMPLE_LICENCE = Licence(
    "apache-2.0",
    "Apache License, Version 2.0",
    "https://www.apache.org/licenses/LICENSE-2.0",
    "numdiag",
)


def card_licence(datasets: Iterable[str], is_sample: bool) -> dict[str, str | list[str]]:
    """The licence field of a card: that of its sources. Which data set is under which, says the file LICENSE."""
    if is_sample:
        return {"license": SAMPLE_LICENCE.code}
    codes = list(dict.fromkeys(source_of(dataset).licence.code for dataset in datasets))
    return {"license": codes[0] if len(codes) == 1 else codes}


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
        licence = source_of(dataset).licence
        parts.append(
            f"{dataset} (the files in {dataset}/)\n"
            f"  Source:  {licence.work}\n"
            f"  Licence: {licence.title} ({licence.code.upper()}), {licence.url}\n"
        )
    return "\n".join(parts)
