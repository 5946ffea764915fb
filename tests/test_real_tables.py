"""Relations of the real tables: each that held in an original holds in its perturbed row, within rounding."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import pytest

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.texts.table.figures import problem_numbers
from tests.test_real import changed_rows

#: Smaller numbers, and those of fewer digits, are too often a sum of others by chance.
LEAST, DIGITS, WINDOW = 1000, 3, 6


class Figure(NamedTuple):
    """A quantity of the original, and its new value, without signs."""

    field: str
    numeral: str
    old: Fraction
    new: Fraction

    @property
    def unit(self):
        return Fraction(1, 10 ** len(self.numeral.partition(".")[2]))

    @property
    def is_telling(self):
        return self.old >= LEAST and len(self.numeral.replace(",", "").replace(".", "").strip("0")) >= DIGITS


def figures_of(row, original):
    old, new = (problem_numbers(from_row(each)) for each in (original, row))
    for one, two in zip(old, new, strict=True):
        if one.is_quantity and one.field != "question":
            yield Figure(one.field, one.numeral, one.value, two.value)


def relations(row, original):
    """Yield (what, new sum, new result, slack) of the sums and differences of a line, and of its equal figures."""
    lines: dict[tuple[str, int], dict[int, Figure]] = defaultdict(dict)
    prose: list[Figure] = []
    for figure in figures_of(row, original):
        if cell := cell_of(figure.field):
            lines["row", cell[0]][cell[1]] = lines["column", cell[1]][cell[0]] = figure
        else:
            prose.append(figure)
    for name, line in lines.items():
        results: dict[Fraction, list[Figure]] = defaultdict(list)
        for figure in (*line.values(), *prose):
            if figure.is_telling:
                results[figure.old].append(figure)
        for first in sorted(line):
            near = [line[i] for i in sorted(line) if first < i <= first + WINDOW]
            for count in (0, 1, 2, 3):
                for others in combinations(near, count):
                    one, terms = line[first], (line[first], *others)
                    for sign in (1, -1) if count == 1 else (1,):
                        was = abs(one.old + sign * sum(other.old for other in others))
                        now = abs(one.new + sign * sum(other.new for other in others))
                        for result in results[was]:
                            if result not in terms:
                                slack = max((f.unit for f in (*terms, result) if f.old == f.new), default=Fraction(0))
                                yield f"{name}: {terms} and {result}", now, result.new, slack / 2


@pytest.mark.real
@pytest.mark.parametrize("form", ["noise", "noise-second", "distribution", "distribution-second"])
def test_every_sum_and_difference_still_holds(real_release, form):
    """Of up to four figures of a row or column, with a figure of it or a number of the paragraphs."""
    seen = 0
    for row, original in changed_rows(real_release, "tatqa_a", forms=(form,)):
        for what, now, result, slack in relations(row, original):
            seen += 1
            assert abs(now - result) <= slack, (row["id"], what)
    assert seen > 100


@pytest.mark.real
@pytest.mark.parametrize(("form", "most"), [("distribution", 4), ("distribution-second", 40)])
def test_no_figure_grows_beyond_its_factor(real_release, form, most):
    """Also none that makes up for a total."""
    for row, original in changed_rows(real_release, "tatqa_a", forms=(form,)):
        moves = [f for f in figures_of(row, original) if cell_of(f.field) and f.old != f.new]
        percents = "%" in str(original["table"])
        assert all(percents or f.old <= most * f.new <= most * most * f.old for f in moves), row["id"]
