"""The licence of each data set, and of the releases built from it."""

from __future__ import annotations

from collections.abc import Iterable

from numdiag_datasets.sources import source_of
from numdiag_datasets.sources.source import Licence

#: The licence of the bundled sample, which was written for numdiag.
SAMPLE_LICENCE = Licence(
    "apache-2.0",
    "Apache License, Version 2.0",
    "https://www.apache.org/licenses/LICENSE-2.0",
    "numdiag",
)


def card_licence(datasets: Iterable[str], is_sample: bool) -> dict[str, str | list[str]]:
    """Return the licence field of a card, with the licences of its sources; LICENSE lists them by data set."""
    if is_sample:
        return {"license": SAMPLE_LICENCE.code}
    codes = list(dict.fromkeys(source_of(dataset).licence.code for dataset in datasets))
    return {"license": codes[0] if len(codes) == 1 else codes}


def licence_text(datasets: Iterable[str], is_sample: bool) -> str:
    """Return the LICENSE file of a release: the source, the licence and the changes of each data set."""
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
