"""Relations of the real tables: each that held in an original holds in its perturbed row, within rounding."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.texts.table.figures import problem_numbers
from tests.test_real import changed_rows

#: Smaller numbers, and those of fewer digits, are too often a sum of others by chance.
LEAST, DIGITS, WINDOW = 1000, 3, 6


def unit(numeral):
    return Fraction(1, 10 ** len(numeral.partition(".")[2]))


def figures_of(row, original):
    """Yield (field, numeral, old value, new value) of the quantities of a row, without signs."""
    old, new = (problem_numbers(from_row(each)) for each in (original, row))
    for one, two in zip(old, new, strict=True):
        if one.is_quantity and one.field != "question":
            yield one.field, one.numeral, one.value, two.value


def relations(row, original):
    """Yield (what, old total, new total, slack) of the sums and differences of a line, and of its equal figures."""
    lines, prose = defaultdict(dict), []
    for field, numeral, old, new in figures_of(row, original):
        cell = cell_of(field)
        if cell is None:
            prose.append((numeral, old, new))
        else:
            lines["row", cell[0]][cell[1]] = numeral, old, new
            lines["column", cell[1]][cell[0]] = numeral, old, new
    for name, line in lines.items():
        telling = [
            figure for figure in (*line.values(), *prose)
            if figure[1] >= LEAST and len(figure[0].replace(",", "").replace(".", "").strip("0")) >= DIGITS
        ]  # fmt: skip
        results = defaultdict(list)
        for figure in telling:
            results[figure[1]].append(figure)
        for first in sorted(line):
            near = [line[i] for i in sorted(line) if first < i <= first + WINDOW]
            for count in (0, 1, 2, 3):
                for others in combinations(near, count):
                    terms = (line[first], *others)
                    for sign in (1, -1) if count == 1 else (1,):
                        was, now = (abs(terms[0][i] + sign * sum(term[i] for term in others)) for i in (1, 2))
                        for result in results[was]:
                            if result not in terms:
                                slack = max((unit(n) for n, old, new in (*terms, result) if old == new), default=0)
                                yield f"{name}: {terms} and {result}", now, result[2], slack / 2


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
        moves = [(old, new) for field, _, old, new in figures_of(row, original) if cell_of(field) and old != new]
        percents = "%" in str(original["table"])
        assert all(percents or old <= most * new <= most * most * old for old, new in moves), row["id"]
