"""Conversion of problems to Arrow tables, the form in which a release stores them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import pyarrow
from pyarrow import compute

from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.core.schema import COLUMNS, NESTED, features


def to_table(problems: Sequence[Problem]) -> pyarrow.Table:
    """Return the problems as a table whose schema carries the `datasets` features."""
    schema = features().arrow_schema
    columns = []
    for name in COLUMNS:
        convert = NESTED.get(name)
        values = list(map(attrgetter(name), problems))
        if convert is not None:
            values = [convert(value) if value else [] for value in values]
        columns.append(pyarrow.array(values, type=schema.field(name).type))
    return pyarrow.Table.from_arrays(columns, schema=schema)


def applied_copies(perturbed: pyarrow.Table, perturbation: str) -> pyarrow.Table:
    """Return the applied rows of a perturbed split with new ids, ``<id>#<perturbation>``."""
    applied = perturbed.filter(compute.equal(perturbed["status"], APPLIED))
    ids = compute.binary_join_element_wise(applied["id"], perturbation, "#")
    return applied.set_column(0, applied.schema.field("id"), ids)
