"""Invariants of noise."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import combinations

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.perturbations.new_values.check import check_new_values, moves_of
from numdiag_datasets.perturbations.new_values.word_problem_gates import FRACTIONS, parts_wholes
from numdiag_datasets.texts.reading import Reading

#: Rules of stories whose numbers get decimals -> how many.
DECIMALS = {"in_digits": 1, "in_words": 1, "two_decimals": 2, "two_decimals_in_words": 2}
#: The most numbers that a sum of the text may have.
_MOST_TERMS = 3


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check the new values, and the lint for fractions of things or people."""
    yield from check_new_values(problem, original)
    lints = original.problem.lints
    if original.problem.kind.is_story and parts_wholes(original, problem):
        lints = (*lints, FRACTIONS)
    if problem.lints != lints:
        yield f"its lints do not say whether counted things come in fractions: {problem.lints}"
    if problem.rule in DECIMALS and original.problem.kind.is_story:
        yield from _check_decimals(moves_of(problem), DECIMALS[problem.rule])


def _check_decimals(moves: Collection[tuple[Fraction, Fraction]], decimals: int) -> Iterator[str]:
    """Check that each number only gets decimals, unless it is the sum or the difference of others."""
    got = [(old, new) for old, new in moves if _gets_decimals(new - old, decimals)]
    if not got:
        yield "no number gets decimals"
    for old, new in set(moves) - set(got):
        if not any(
            (sum(a for a, _ in terms) == old and sum(b for _, b in terms) == new)
            for terms in _signed_terms([pair for pair in moves if pair != (old, new)])
        ):
            yield f"{old} becomes {new}, which does not only give it {decimals} decimals"


def _gets_decimals(offset: Fraction, decimals: int) -> bool:
    return 0 < offset < 1 and (offset * 10**decimals).denominator == 1


def _signed_terms(
    moves: Collection[tuple[Fraction, Fraction]],
) -> Iterator[tuple[tuple[Fraction, Fraction], ...]]:
    """Yield two or three different numbers, each added or subtracted."""
    signed = [(sign * old, sign * new) for old, new in moves for sign in (1, -1)]
    for size in range(2, _MOST_TERMS + 1):
        yield from combinations(signed, size)
