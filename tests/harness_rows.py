"""Rows of a release, and how harnesses score what is said of them."""

import re

from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.scoring.harness import tasks

#: Seven gold spans of the real TAT-QA hold a unit, "2.5 years". Models add units to amounts far more
#: often, so units are cut away, and these spans are lost.
WITH_UNIT = re.compile(r"[\d,.]+ [a-z]+")


def rows_of(release, config, split="test"):
    return read_rows(release, read_manifest(release).configs[config][split])


def scored(row, completion, style="direct"):
    """The scores of a completion, read as the filter of the tasks reads it."""
    ((read,),) = tasks.answer_lines([[completion]], [row], style)
    return tasks.process_results(row, [read], style)
