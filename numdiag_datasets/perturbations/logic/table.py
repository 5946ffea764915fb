"""Logic for tables: another question about the same figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import TypeVar

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.logic.table_questions import read_question
from numdiag_datasets.perturbations.logic.table_rules import TABLE_LOGIC_RULES, NewTableQuestion
from numdiag_datasets.perturbations.logic.table_series import SERIES_RULES, read_series
from numdiag_datasets.perturbations.logic.table_shares import SHARE_RULES, read_share
from numdiag_datasets.perturbations.perturbation import Rule, reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import read_derivation

_Asked = TypeVar("_Asked")
#: Rule -> summary.
RULES: dict[str, str] = {
    rule.name: rule.summary
    for rules in (TABLE_LOGIC_RULES, SHARE_RULES, SERIES_RULES)
    for rule in rules
}


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Ask another question about the same figures."""
    problem = reading.problem
    if reading.equation is None:
        return reject(problem, problem.lints[0] if problem.lints else Reason.NO_EQUATION)
    group = split.groups[problem.group].readings
    fitting = _new_questions(reading, group)
    if not fitting:
        return reject(problem, Reason.NO_RULE)
    sound = _sound(reading, fitting, group)
    if not sound:
        return reject(problem, Reason.SAME_ANSWER)
    # Siblings about the same figures get different questions: the first that fits, the second, and so on.
    own = {new.question for _, new in sound}
    alike = [
        sibling
        for sibling in group
        if sibling is reading
        or any(
            new.question in own for _, new in _sound(sibling, _new_questions(sibling, group), group)
        )
    ]
    turn = rng.below(len(sound))
    if len(alike) > 1:
        rank = next(i for i, sibling in enumerate(alike) if sibling is reading)
        turn = _offset(problem.group) + rank
    name, new = sound[turn % len(sound)]
    return apply_edits(
        problem,
        [Edit("question", 0, problem.question, new.question)],
        equation=read_derivation(new.derivation, new.answer, new.scale).equation.text,
        derivation=new.derivation,
        answers=(new.answer,),
        scale=new.scale,
        rule=name,
    )


def _offset(group: str) -> int:
    """Return a number that depends on the context only, so that its questions can take turns."""
    return blake2b(group.encode(), digest_size=4).digest()[0]


def _sound(
    reading: Reading, fitting: Sequence[tuple[str, NewTableQuestion]], group: Sequence[Reading]
) -> list[tuple[str, NewTableQuestion]]:
    """Return the new questions that no sibling asks and that the table does not answer itself.

    Equal figures have an average that the table shows, and a ratio of 1.
    """
    asked = {_plain(sibling.problem.question) for sibling in group}
    sound = []
    for name, new in fitting:
        equation = read_derivation(new.derivation, new.answer, new.scale).equation
        is_shown = Fraction(new.answer) in (*equation.operands[:2], 0, 1)
        if not is_shown and new.answer != reading.problem.answers[0]:
            sound.append((name, new))
    return [(name, new) for name, new in sound if _plain(new.question) not in asked]


def _new_questions(
    reading: Reading, group: Sequence[Reading]
) -> list[tuple[str, NewTableQuestion]]:
    """Return the new questions about a question's figures, each with the name of its rule."""
    siblings = [other for other in group if other is not reading]
    return [
        *_fitting(read_question(reading, siblings), TABLE_LOGIC_RULES),
        *_fitting(read_share(reading, siblings), SHARE_RULES),
        *_fitting(read_series(reading, siblings), SERIES_RULES),
    ]


def _plain(question: str) -> str:
    """Return the words of a question, to compare it with those of its siblings."""
    return " ".join(words_of(question))


def _fitting(
    asked: _Asked | None, rules: Sequence[Rule[Callable[[_Asked], NewTableQuestion | None]]]
) -> Iterator[tuple[str, NewTableQuestion]]:
    """Yield the new questions that the rules make of a question's reading, each with the name of its rule."""
    if asked is not None:
        for rule in rules:
            if new := rule.apply(asked):
                yield rule.name, new
