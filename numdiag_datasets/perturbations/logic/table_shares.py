"""Questions for one figure of a table as a share of another, and rules that turn them into other questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations.logic.table_questions import figures_of, scale_of_ratio
from numdiag_datasets.perturbations.logic.table_rules import NewTableQuestion, new_table_question
from numdiag_datasets.perturbations.perturbation import Rule
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.derivation import read_derivation

_WHEN = r"(?:in|for|at|as of|as at|during) (?:the )?(?:years? |fiscal |FY|F\d|Q\d|end |[A-Z][a-z]+ \d|(?:19|20)\d\d)"
_BEGINS = rf"(?:(?P<first>{_WHEN}[^?,]{{0,40}}), )?"
_ASKS = r"(?:What|How much) (?P<be>is|was|are|were) "
_ENDS = rf"(?P<ending> {_WHEN}[^?]{{0,60}})?\s*\??\s*"
# The part and the whole of a share. The parts of a form are searched for from left to right, once each.
_FORMS = tuple(
    re.compile(f"{_BEGINS}{form}{_ENDS}", re.IGNORECASE)
    for form in (
        rf"{_ASKS}(?P<part>[^?]+?) (?:expressed )?as a (?:percentage|percent|proportion|ratio) of (?P<whole>[^?]+?)",
        (
            rf"{_ASKS}the (?:percentage|proportion|ratio)(?: \(in percentage\))?(?: of)?(?: constitution)?"
            r" of (?P<part>[^?]+?) (?:in|out of|among|over|to) (?P<whole>[^?]+?)"
        ),
        (
            r"What (?:percentage|percent|proportion) of (?P<whole>[^?]+?) (?P<be>is|was|are|were|consists?|comes?)"
            r"(?: made up (?:of|by|from)| generated (?:from|by)| comprised of| of| from)? (?P<part>[^?]+?)"
        ),
    )
)
_NOT_A_FIGURE = re.compile(
    r"\b(?:percentage|percent|proportion|ratio|average|difference|change|increase|decrease|sum|number of (?:shares|years)"
    r"|both|respectively|and the|over|per|between|spent|using|due|what|that|which)\b"
    r"|^(?:its|their|accounted|made|generated|used|from|by|of|in|due)\b",
    re.IGNORECASE,
)
_VALUE_OF = re.compile(r"^(?:the )*(?:value|amount) of ", re.IGNORECASE)
# Longer questions are not read, since matching tries every possible start of a form's parts.
_LONGEST = 300
_PAST = frozenset({"was", "were"})
# A larger ratio is hardly informative.
_MOST = 50
_WHOLE = re.compile(r"\btotals?\b|\ball\b", re.IGNORECASE)
_PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Share:
    """A question for a share that its derivation and the table confirm.

    Attributes:
        be: "is" or "was".
        part, whole: their names in the question.
        ending: " in 2019", or "".
        numerals: of the part, then of the whole, as in the derivation.
        amounts: the scale of the two figures, None if it is not stated.
        of_total: whether the whole is a total that includes the part.
        value: the value of the share.
    """

    be: str
    part: str
    whole: str
    ending: str
    numerals: tuple[str, str]
    amounts: str | None
    of_total: bool
    value: Fraction


def read_share(reading: Reading, siblings: Iterable[Reading]) -> Share | None:
    """Return the reading of a question for a share, or None unless words, derivation and table agree.

    The two figures must be in one column, each in a row that the question names. Questions of more than 300
    characters are not read.
    """
    problem, equation = reading.problem, reading.equation
    question = " ".join(problem.question.split())
    if equation is None or not problem.derivation or len(problem.question) > _LONGEST:
        return None
    steps = tuple((step.symbol, step.left, step.right) for step in equation.steps)
    if steps not in ((("/", 0, 1),), (("/", 0, 1), ("*", 3, 2))):
        return None
    said = next((m for form in _FORMS if (m := form.fullmatch(question))), None)
    if said is None:
        return None
    part, whole = _VALUE_OF.sub("", said["part"].strip()), said["whole"].strip()
    ending = said["ending"] or _behind(said["first"])
    pair = figures_of(reading, equation.operands[:2])
    if pair is None or any(_NOT_A_FIGURE.search(name) for name in (part, whole)):
        return None
    one, two = (cell_of(figure.field) or (0, 0) for figure in pair)
    if one[1] != two[1] or one[0] == two[0]:
        return None
    rows = [" ".join(problem.table[cell[0]][0].split()) for cell in (one, two)]
    if not _names(part, rows[0], rows[1]) or not _names(whole, rows[1], rows[0]):
        return None
    value = equation.operands[0] / equation.operands[1]
    numerals = read_derivation(problem.derivation, problem.answers[0], problem.scale).numerals
    return Share(
        be="was" if said["be"].lower() in _PAST else "is",
        part=part,
        whole=whole,
        ending=ending.rstrip(),
        numerals=(
            problem.derivation[slice(*numerals[0])],
            problem.derivation[slice(*numerals[1])],
        ),
        amounts=scale_of_ratio(reading, siblings, pair),
        of_total=bool(_WHOLE.search(whole)) and 0 < value < 1 and _is_part(reading, one[0], two),
        value=value,
    )


def _behind(first: str | None) -> str:
    """Input -> output: "In 2019" -> " in 2019"."""
    return f" {first[0].lower()}{first[1:]}" if first else ""


def _names(said: str, row: str, other: str) -> bool:
    """Return whether words name this row, and no less well than the other; a row without a name is a total."""
    words = content_words(said)
    if not row or (_WHOLE.search(row) and not content_words(row)):
        return bool(_WHOLE.search(said))
    own, others = (len(words & content_words(name)) for name in (row, other))
    return own > 0 and (own >= others or bool(_WHOLE.search(said) and _WHOLE.search(row)))


def _is_part(reading: Reading, row: int, whole: tuple[int, int]) -> bool:
    """Return whether a row is one of those that the table adds up to a figure."""
    return any(
        cell_of(total.figure.field) == whole
        and any(sign > 0 and (cell_of(p.field) or (-1, 0))[0] == row for p, sign in total.parts)
        for total in reading.passage.totals
    )


def _ratio_of_whole(share: Share) -> NewTableQuestion | None:
    """Input -> output: "the percentage of audit fees in total fees in 2019" -> "the ratio of total fees to
    audit fees in 2019"."""
    if not 1 / _MOST <= share.value <= _MOST:
        return None
    part, whole = share.numerals
    question = f"What {share.be} the ratio of {share.whole} to {share.part}{share.ending}?"
    return new_table_question(question, f"{whole}/{part}", "")


def _difference_of_share(share: Share) -> NewTableQuestion | None:
    """Input -> output: as above -> "the difference between total fees and audit fees in 2019"."""
    if share.amounts in (None, _PERCENT):
        return None
    part, whole = share.numerals
    (big, name), (small, other) = (whole, share.whole), (part, share.part)
    if share.value > 1:
        (big, name), (small, other) = (small, other), (big, name)
    question = f"What {share.be} the difference between {name} and {other}{share.ending}?"
    return new_table_question(question, f"{big}-{small}", share.amounts or "")


def _rest_of_total(share: Share) -> NewTableQuestion | None:
    """Input -> output: as above -> "What percentage of the total fees in 2019 was made up of items other
    than audit fees?"."""
    if not share.of_total:
        return None
    part, whole = share.numerals
    question = (
        f"What percentage of {share.whole}{share.ending} {share.be} made up of items other than"
        f" {share.part}?"
    )
    return new_table_question(question, f"({whole}-{part})/{whole}", _PERCENT, times=100)


SHARE_RULES: tuple[Rule[Callable[[Share], NewTableQuestion | None]], ...] = (
    Rule("ratio_of_whole", "a share becomes the ratio of the whole to its part", _ratio_of_whole),
    Rule("difference_of_share", "a share becomes the whole less its part", _difference_of_share),
    Rule("rest_of_total", "a share of a total becomes the share of the rest", _rest_of_total),
)
