"""What every row of a release promises: each promise a check that yields what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.core.data_set import AnswerForm
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import (
    APPLIED,
    DOUBTFUL_ANSWER,
    ORIGINAL,
    UNCHANGED,
    Edit,
    Problem,
    answer_values,
    texts,
    undo,
)
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.schema import COLUMNS
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.perturbations.extra.blocks import most_rows
from numdiag_datasets.perturbations.extra.donors import MOST_USES
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.perturbations.new_values.word_problem_gates import (
    FRACTIONS,
    parts_wholes,
)
from numdiag_datasets.perturbations.order.gate import COMMUTES, commutes, order_gate
from numdiag_datasets.release.verify.originals import reading_of
from numdiag_datasets.release.verify.rederived import (
    check_answer,
    check_derivation,
    check_rederived,
    check_solution,
)
from numdiag_datasets.release.verify.written_numbers import EDITS_OF, check_distractors
from numdiag_datasets.texts.edits_evidence import touches_answer
from numdiag_datasets.texts.evidence import (
    SPAN_TYPES,
    occurrences,
)
from numdiag_datasets.texts.solution.annotated_steps import FINAL
from numdiag_datasets.texts.solution.derivation import parse_solution
from numdiag_datasets.texts.table.derivation import (
    SCALES,
    DerivationError,
    agrees,
    read_derivation,
)
from numdiag_datasets.texts.table.figures import (
    mentions_of,
    problem_numbers,
)

_NOT_COMPARED = frozenset(
    {"id", "published_answers", "touches_answer", "status", "reason", "rule", "edits"}
)


def check_original(problem: Problem, form: AnswerForm) -> Iterator[str]:
    if problem.status != ORIGINAL or problem.edits or problem.reason or problem.rule:
        yield "is not marked original"
    if problem.source_id != problem.id or not problem.group:
        yield "is no original of itself, or of no group"
    yield from _FORMS[form](problem)
    if not problem.answers or not all(problem.answers):
        yield "has no answer, or an empty one"
    elif problem.equation and DOUBTFUL_ANSWER not in problem.lints:
        answer = problem.answers[0]
        decimals = len(answer.partition(".")[2])
        # Published answers may be rounded (3.333 for 10 / 3); whole ones are exact.
        tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
        value = parse_equation(problem.equation).value()
        derived = problem.derivation and agrees(value, answer)
        if not derived and abs(value - Fraction(answer)) > tolerance:
            yield f"the answer {answer} is not the value of {problem.equation}"


def _check_equation_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type != "equation" or not problem.equation or len(problem.answers) != 1:
        yield "has not one equation and one answer"
    if problem.answer_from != "text" or problem.table or problem.scale or problem.derivation:
        yield "has a table, a scale or a derivation, which its data set has not"
    if problem.rationale:
        yield "has a rationale, which its data set has not"


def _check_solution_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type != "equation" or len(problem.answers) != 1:
        yield "is no word problem with one answer"
    if problem.answer_from != "text" or problem.table or problem.scale:
        yield "has a table or a scale, which its data set has not"
    if bool(problem.equation) != bool(problem.derivation):
        yield "has an equation without a derivation, or the other way round"
    if problem.rationale.rpartition(FINAL)[2].strip().replace(",", "").lstrip("$") == "":
        yield "has no solution with an answer"
    yield from check_solution(problem)


def _check_number_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type != "number" or len(answer_values(problem)) != len(problem.answers):
        yield "has answers that are no numbers, or one twice"
    if problem.answer_from != "text" or problem.table or problem.scale or problem.derivation:
        yield "has a table, a scale or a derivation, which its data set has not"
    if problem.equation:
        yield "has an equation, which its data set has not"


def _check_spans_form(problem: Problem) -> Iterator[str]:
    if problem.answer_type not in (*SPAN_TYPES, "arithmetic", "count"):
        yield f"has the unknown answer type {problem.answer_type!r}"
    if problem.answer_type != "multi-span" and len(problem.answers) != 1:
        yield "has several answers, and is no multi-span"
    if problem.scale not in SCALES or problem.answer_from not in ("text", "table", "table-text"):
        yield "has an unknown scale, or its answer from an unknown place"
    if not problem.table:
        yield "has no table"
    if problem.equation:
        yield from check_derivation(problem)


_FORMS: dict[AnswerForm, Callable[[Problem], Iterator[str]]] = {
    AnswerForm.EQUATION: _check_equation_form,
    AnswerForm.SOLUTION: _check_solution_form,
    AnswerForm.NUMBER: _check_number_form,
    AnswerForm.SPANS: _check_spans_form,
}


def check_undone(problem: Problem, original: Problem) -> Iterator[str]:
    """What every perturbation of any generation promises: edits that can be undone, and a status that fits them."""
    undone = undo(problem)
    for column in ("context", "table", "question"):
        if getattr(undone, column) != getattr(original, column):
            yield f"undoing its edits does not give the original {column}"
    if problem.status == UNCHANGED:
        if problem.edits or not problem.reason:
            yield "is unchanged with edits or without a reason"
    elif (
        problem.status != APPLIED or problem.reason or list(texts(problem)) == list(texts(original))
    ):
        yield "is neither applied with a changed text nor unchanged with a reason"


def check_perturbed(problem: Problem, original: Problem, perturbation: str) -> Iterator[str]:
    yield from check_undone(problem, original)
    if problem.status == UNCHANGED and problem.reason not in REASONS:
        yield f"is unchanged for the unknown reason {problem.reason!r}"
    changed = {
        c for c in set(COLUMNS) - _NOT_COMPARED if getattr(problem, c) != getattr(original, c)
    }
    changed -= {"context", "table", "question"}
    if problem.status == APPLIED:
        changed -= set(FORMS[perturbation].derives)
        if (*original.lints, COMMUTES) == problem.lints and perturbation == "order":
            changed -= {"lints"}
        if perturbation.startswith("noise") and original.answer_type == "equation":
            changed -= {"lints"}
            yield from _check_fractions(problem, original)
        if original.answer_type in SPAN_TYPES:
            changed -= {"answers"}
            yield from _check_spans(problem, original)
    moved = problem.answers != original.answers and original.answer_type in SPAN_TYPES
    if problem.published_answers != (original.answers if moved else ()):
        yield f"its published answers are {problem.published_answers}, those of the original {original.answers}"
    if changed:
        yield f"changes {', '.join(sorted(changed))}"
    touches = touches_answer(reading_of(original), problem.edits) if problem.edits else ""
    if problem.touches_answer != touches:
        yield f"it says {problem.touches_answer!r} of touching the answer, which is {touches!r}"
    if problem.status == APPLIED:
        if problem.rule not in FORMS[perturbation].rules:
            yield f"its rule {problem.rule!r} is unknown"
        if check_row := _ROW_CHECKS.get(perturbation):
            yield from check_row(problem, original)
        check_edit = EDITS_OF.get(problem.rule) or _EDIT_CHECKS.get(perturbation)
        for edit in problem.edits:
            if check_edit and not check_edit(edit, original):
                yield f"the edit {edit.before!r} -> {edit.after!r} is not what {perturbation} does"


def _check_fractions(problem: Problem, original: Problem) -> Iterator[str]:
    """Whether its lints say that things or people come in fractions."""
    parted = (FRACTIONS,) if parts_wholes(reading_of(original), problem) else ()
    if problem.lints != (*original.lints, *parted):
        yield f"its lints do not say whether what is counted comes in fractions: {problem.lints}"


def _check_spans(problem: Problem, original: Problem) -> Iterator[str]:
    """A span that the original quotes from its text stands in the perturbed text too."""
    for old, new in zip(original.answers, problem.answers, strict=True):
        if _quotes(original, old) and not _quotes(problem, new):
            yield f"the answer {new!r} does not stand in the text, as {old!r} does in the original"
        if old != new and _quotes(problem, old):
            yield f"the answer {old!r} became {new!r}, but still stands in the text"


def _quotes(problem: Problem, span: str) -> bool:
    return any(
        next(occurrences(span, text), None) is not None
        for field, text in texts(problem)
        if field != "question"
    )


def _check_inserted_numbers(problem: Problem, original: Problem) -> Iterator[str]:
    """What was inserted shows a number, and none of the problem or its answer; beside a table, a year or a
    date may be the report's own."""
    known = {mention.value for mention in mentions_of(original)} | answer_values(problem)
    shown = [
        mention.value
        for edit in problem.edits
        for mention in find_numbers(edit.after)
        if mention.is_quantity or not original.table
    ]
    if len(problem.edits) != 1 or not shown or known.intersection(shown):
        yield "what is inserted shows no number, or one of the problem, or its answer"


def _is_insertion(edit: Edit, original: Problem) -> bool:
    return not edit.before and bool(edit.after)


def _check_new_question(problem: Problem, original: Problem) -> Iterator[str]:
    """Only the question changed, and its numbers and its answer are sound."""
    if {edit.field for edit in problem.edits} != {"question"}:
        yield "logic changes the question and nothing else"
    if original.table:
        yield from _check_new_table_question(problem, original)
        return
    if problem.rationale:
        yield from _check_step_question(problem, original)
        return
    old, new = parse_equation(original.equation), parse_equation(problem.equation)
    text = " ".join((*problem.context, problem.question))
    reason = question_gate(mentions_of(original), mentions_of(problem), old, new, text)
    if reason:
        yield f"its new question is unsound: {REASONS[reason]}"
    if Fraction(problem.answers[0]) != new.value():
        yield f"the answer {problem.answers[0]} is not the value of {problem.equation}"


def _check_step_question(problem: Problem, original: Problem) -> Iterator[str]:
    """The new answer is the result of an earlier step, whose amounts the text shows."""
    yield from check_solution(problem)
    if problem.answers == original.answers:
        yield "its new question has the old answer"
    shown = {mention.value for mention in mentions_of(problem)}
    for step in parse_solution(problem.derivation).steps:
        for operand in step.operands:
            if operand.is_shown and Fraction(operand.literal) not in shown:
                yield f"the operand {operand.literal} is not in the text"
    before = parse_solution(original.derivation).results()
    if Fraction(problem.answers[0]) not in before[:-1]:
        yield f"the answer {problem.answers[0]} is the result of no earlier step"


def _check_new_table_question(problem: Problem, original: Problem) -> Iterator[str]:
    """The new derivation has its operands in table or text and leads to another answer."""
    yield from check_answer(problem)
    if problem.answers == original.answers:
        yield "its new question has the old answer"
    try:
        derivation = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    except DerivationError:
        return  # said by `check_answer`
    shown = {number.mention.value for number in problem_numbers(original)}
    for i, value in enumerate(derivation.equation.operands):
        if i not in derivation.fixed and value not in shown:
            yield f"the operand {value} is not in the text"


def _check_new_order(problem: Problem, original: Problem) -> Iterator[str]:
    """The same numbers, each as often and as written, stand in another order of the context; those of
    the equation of a text do so among themselves."""
    if any(edit.field == "question" for edit in problem.edits):
        yield "order leaves the question as it is"
    if original.table and (
        sorted(problem.context) != sorted(original.context)
        or not (
            sorted(problem.table) == sorted(original.table)
            or list(map(sorted, problem.table)) == list(map(sorted, original.table))
        )
    ):
        yield "its paragraphs, rows and columns are not those of the original"
    reading = reading_of(original)
    text = not original.table
    operands = {group.value for group in reading.bound} if text else frozenset()
    reason = order_gate(mentions_of(original), mentions_of(problem), operands)
    if (COMMUTES in problem.lints) != (text and commutes(reading.equation)):
        yield f"its lints do not say whether its operation commutes: {problem.lints}"
    if reason:
        yield f"its new order is unsound: {REASONS[reason]}"


_ROW_CHECKS: dict[str, Callable[[Problem, Problem], Iterator[str]]] = {
    "noise": check_rederived,
    "noise-second": check_rederived,
    "distribution": check_rederived,
    "distribution-second": check_rederived,
    "verbosity": check_distractors,
    "verbosity-second": check_distractors,
    "extra-second": _check_inserted_numbers,
    "logic": _check_new_question,
    "order": _check_new_order,
}
_EDIT_CHECKS: dict[str, Callable[[Edit, Problem], bool]] = {
    "extra": _is_insertion,
    "extra-second": _is_insertion,
}


def check_donor(problem: Problem, lent: frozenset[str]) -> Iterator[str]:
    """Its sentence stands in one of the paragraphs that lend, and shows no number of the problem.

    A word problem's has no word of the question, and one of the story only where the rule says so.
    """
    if problem.status != APPLIED:
        return
    inserted = problem.edits[0].after.strip()
    if len(problem.edits) != 1 or not _stands_in(inserted, lent):
        yield "the inserted sentence is not one of its split, nor of one that may lend"
    original = undo(problem)
    yield from _check_inserted_numbers(problem, original)
    if original.answer_type != "equation":
        return
    words = content_words(inserted)
    if not words.isdisjoint(content_words(original.question)):
        yield "the inserted sentence has a word of the question"
    shares = not words.isdisjoint(content_words(" ".join(original.context)))
    if shares != (problem.rule == "shared_word"):
        yield f"its rule is {problem.rule!r}, but the inserted sentence shares {'a' if shares else 'no'} word"


def check_uses(problems: Sequence[Problem]) -> Iterator[str]:
    """No sentence stands more often in a split than it may: where sentences are borrowed, and where several
    questions share a passage or a table."""
    uses = Counter(p.edits[0].after.strip() for p in problems if p.status == APPLIED and p.edits)
    form = problems[0].answer_type if problems else ""
    most = MOST_USES if form == "equation" else most_rows(len(problems))
    for sentence, count in uses.items():
        if count > most:
            yield f"the sentence {sentence!r} is inserted {count} times, which is more than {most}"


@lru_cache(maxsize=4096)  # the questions of a passage share one inserted sentence
def _stands_in(sentence: str, contexts: frozenset[str]) -> bool:
    return any(sentence in context for context in contexts)
