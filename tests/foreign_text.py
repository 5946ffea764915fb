"""Every function that meets text of others, and the shapes of text that could cost it more than they are long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

from numdiag_datasets import parse_words, perturb, undo
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english import cohesion, names, nouns, verbs, words
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.sentences import sentence_spans, starts_sentence
from numdiag_datasets.own_data.perturber import Perturber
from numdiag_datasets.own_data.places import find_place
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra import related_word_problem as related
from numdiag_datasets.perturbations.logic.compared_years import find_period
from numdiag_datasets.scoring import drop, equation, tatqa
from numdiag_datasets.scoring.answer_extraction.reader import answer_in
from numdiag_datasets.scoring.error_types import predicted_value, types_of
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.question_matching.chinese_numbers import find_numerals
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS, OF_ANY_QUESTION
from numdiag_datasets.text_pairs.question_matching.pairs import changes_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.steps import parse_solution
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import read_derivation
from numdiag_datasets.texts.table.figures import table_numbers
from tests.own_rows import DONORS

UNITS = (
    " ", ".", "1", "a", "A", ",", "-", "$", "(", ")", "#", "\n", "\t", "|", "<", "{", "=", "'", "*", "%", "/",
    "1 ", "a ", "A ", "1,", "1.", "a.", "A. ", "a-", "1-", "1/", "$1", "(1", "1)", ".'", "?!", ".\n", " \n", "\n1",
    ",111", "1,111 ", "1 and ", "$ ", "( ", "- ", "+ ", "1+", "1 + ", "x=", "= ", "; ", ": ", "| ", "# ", "#### ",
    "one ", "one-", "twenty ", "zero ", "one hundred ", "one million ", "one thousand and ", "point one ", "first ",
    "and ", " and 1 pen", "of ", "of the end of ", "in 2019 ", "2019 and ", "from 2018 to ", "FY", "the ", "The ",
    "he ", "each ", "3 pens. ", "3 pens and ", "Ann has 3 pens. ", "Each box has 3 pens. ", "She ran. ", "3 ", "your and ",
    "How many ", "did ", "more than ", "<think>", "</think>", "answer is ", "answer to ", "\\boxed{", "\\boxed{1}",
    "\\frac{1}{2}", "is 1 ", "about ", "(not 1) ", "in thousands ", "scale: ", "Problem:", "\nProblem:", "Step 1. ", "1. ",
    "(“a”) ", "“", "Mr. ", "U.S. ", "No. 7 ", "&#1", "٣", "²", "é", "\u2028", "\ud800", "一", "百", "两", "1个月", "百分之",
    "一分之", "了", "万", "\\(", "\\[", "$x", "$1$", "\\$1", "\\a{", "\\a{{", "\\a[", "^", "_", "x^1 ", "1 x ", "'111", "1\u2009", ".111", "1.111", ",11", "1,11,", " 111", "0,", "fourty ", "1' ", "call 1 ", "1=1 + ", "[1]×", "a=", "(a=", "1 ^ ",
)  # fmt: skip
_OPENINGS = ("", "5", "$ (5", "x is ", "How many ", "in 2019 and")
_ENDINGS = ("", "!", " 6 pens.", "\nx?")


@dataclass(frozen=True, slots=True)
class Shape:
    """A text of any length: an opening, one unit again and again, an ending."""

    opening: str
    unit: str
    ending: str

    def __str__(self) -> str:
        return " + ".join(filter(None, (self.opening and repr(self.opening), f"n * {self.unit!r}", self.ending and repr(self.ending))))  # fmt: skip

    def text(self, length: int) -> str:
        return self.opening + self.unit * (length // len(self.unit)) + self.ending


def shapes() -> Iterator[Shape]:
    """Every unit with every opening and ending."""
    for opening, unit, ending in product(_OPENINGS, UNITS, _ENDINGS):
        yield Shape(opening, unit, ending)


@cache
def _perturber(perturbation: str) -> Perturber:
    return perturb(perturbation, donors=[*DONORS, {"ID": "f", "Body": "Lena fed 4 goats.", "Question": "", "Equation": "", "Answer": 0}])  # fmt: skip


def _there_and_back(perturbation: str, row: dict[str, Any]) -> None:
    """Perturb a row of one's own, and undo it."""
    perturbed = _perturber(perturbation).row(row)
    undone = undo(perturbed)
    assert undone == row, undone


#: A row and the column that the text fills: all of a problem, what stands before a question, or the question of a story.
_QUESTION = {"equation": "3 + 1", "answer": 4}, "question"
_BODY = {"question": "How many pens are there in all?", "equation": "5 + 6", "answer": 11}, "body"
_STORY = {"body": "Ann has 9 pens and Bo has 7 pens.", "equation": "9 + 7", "answer": 16}, "question"


def _own_row(place: tuple[dict[str, Any], str], perturbation: str, text: str) -> None:
    row, column = place
    _there_and_back(perturbation, row | {column: text})


def _own_chat(perturbation: str, text: str) -> None:
    """The text in each turn of a conversation."""
    question, told = "Ann has 9 pens and Bo has 7 pens. How many pens?", "9 + 7 = 16"
    for before, asked, answer in (("Hi", text, told), ("Hi", question, text), (text, question, told)):
        turns = (("user", before), ("assistant", "Yes."), ("user", asked), ("assistant", answer))
        messages = [{"role": role, "content": content} for role, content in turns]
        _there_and_back(perturbation, {"messages": messages})


def _own_names(text: str) -> None:
    """The text as a name, and as the names of what it is looked for in."""
    row = {"a": {text: [text], "b": {text: 1}}, text: {"b": 1}}
    for name in (text, f"a.{text}", f"a.b.{text}", f"a.{text}[0]", f"{text}.b", f"{text}[{text}]"):
        place = find_place(row, name)
        assert place is None or place[0] in row


def _own_paragraphs(perturbation: str, text: str) -> None:
    """The text cut into the paragraphs and the cells of a row with a table."""
    parts = text.split(" ")
    row = {"context": parts, "question": "How many pens?", "table": [["x", part] for part in parts]}
    _there_and_back(perturbation, row)


def _problem(perturbation: str, text: str) -> None:
    """The text in every part of a question about a table, as a file of TAT-QA could have it."""
    cells = [part or " " for part in text.split(" ")]
    problem = Problem(
        id="x", source_id="x", group="x", dataset="tatqa_a", context=(text,), question=text, equation="5 - 3",
        derivation="5-3", answers=("2",), answer_type="arithmetic", answer_from="table-text",
        table=(("", "2019", "2018"), ("x", "5", "3"), *(("x", cell, "4") for cell in cells)),
    )  # fmt: skip
    spans = Problem(
        id="y", source_id="y", group="y", dataset="tatqa_a", context=(text,), question="Which?", equation="",
        answers=("1", "3 pens"), answer_type="multi-span",
    )  # fmt: skip
    perturb_split([problem], perturbation)
    perturb_split([spans], perturbation)


def _related(text: str) -> None:
    """The second form of extra, of a story with foreign text in it, and of a foreign question."""
    story = f"Sam has 12 pens. {text} Sam has 12 boxes."
    for context, question in ((story, "How many pens does he have?"), ("Sam has 12 pens.", text)):
        problem = Problem(
            id="z", source_id="z", group="z", dataset="asdiv_a", context=(context,), question=question,
            equation="12 + 5", answers=("17",), answer_type="equation",
        )  # fmt: skip
        related.perturb(Reading(problem), Rng(1, "extra\x1f2", "z"), Split([problem]))


def _solved(perturbation: str, text: str) -> None:
    """An own row whose question, or whose solution, is foreign."""
    story = "Ann has 12 pens and 5 caps. How many?"
    for question, answer in (
        (story, f"{text} <<12+5=17>>17\n#### 17"),
        (story, f"<<12+5=17>>17 {text}\n#### 17"),
        (f"Ann has 12 pens and 5 caps. {text} How many?", "So 12+5=<<12+5=17>>17\n#### 17"),
        (f"{story} {text}", "Ann has 12+5=<<12+5=17>>17 things.\n<<17*2=34>>34\n#### 34"),
    ):
        row = {"question": question, "answer": answer}
        made = _perturber(perturbation).row(row)
        assert undo(made) == row


def _row_with(text: str) -> dict[str, Any]:
    return {"answers": ["48"], "equation": "192 / 4", "context": [text], "table": [[text]], "question": text}


def _or_error(function: Callable[[str], object], text: str) -> None:
    with suppress(NumdiagError):
        function(text)


def _pair(function: Callable[[str, str], object], text: str) -> None:
    function(text, text)


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "find_numbers": find_numbers,
    "parse_words": partial(_or_error, parse_words),
    "sentence_spans": sentence_spans,
    "starts_sentence": lambda text: starts_sentence(text, len(text)),
    "words_of": words.words_of,
    "content_words": words.content_words,
    "classes_of": nouns.classes_of,
    "has_plural_form": nouns.has_plural_form,
    "names_someone": partial(names.names_someone, doubtful=True),
    "begins_with_name": names.begins_with_name,
    "continues_paragraph": cohesion.continues_paragraph,
    "leans_back": cohesion.leans_back,
    "points_into": partial(_pair, cohesion.points_into),
    "distributes_over": partial(_pair, cohesion.distributes_over),
    "introduces": partial(_pair, cohesion.introduces),
    "has_subject_and_verb": verbs.has_subject_and_verb,
    "subject_of": verbs.subject_of,
    "find_period": find_period,
    "parse_equation": partial(_or_error, parse_equation),
    "read_derivation": partial(_or_error, lambda text: read_derivation(text, "1", "")),
    "table_numbers": lambda text: list(table_numbers((("", "x"), ("x", text)))),
    **{f"answer_in, {dataset}": partial(answer_in, dataset) for dataset in ("asdiv_a", "drop_num", "tatqa_a")},
    "score, equation": lambda text: equation.score_row(text, "192 / 4", ["48"]),
    "score, drop": lambda text: drop.score_row(text, ["48", "3 pens"]),
    "score, tatqa": lambda text: tatqa.score_row(text, "", ["48", "3 pens"], "span", ""),
    "score, tatqa strict": lambda text: tatqa.score_row(text, "", ["4"], "span", "", mode="strict"),
    "error types": lambda text: types_of(predicted_value(to_prediction(text)), _row_with(text)),
    "error types, copied": lambda text: types_of(Fraction(7), _row_with(text)),
    "own answer": lambda text: _perturber("noise").row(
        {"question": "3 pens and 4 pens. How many?", "equation": f"3 + 4 = {text}", "answer": text}
    ),
    "asked_unit": lambda text: (asked_unit(text, "How much?"), asked_unit("", text)),
    "parse_solution": partial(_or_error, parse_solution),
    **{
        f"{name}, own solution": partial(_solved, name)
        for name in ("noise", "distribution", "distribution-second", "logic")
    },
    "own donors": partial(_or_error, lambda text: perturb("extra", donors=[{"question": text}])),
    "find_numerals": find_numerals,
    **{f"pairs, {name}": partial(changes_of, CONTRASTS[name]) for name in OF_ANY_QUESTION},
    **{f"read, {code}": language.read for code, language in LANGUAGES.items()},
    **{f"{name}, own question": partial(_own_row, _QUESTION, name) for name in FORMS},
    **{f"{name}, own body": partial(_own_row, _BODY, name) for name in FORMS},
    **{f"{name}, own story": partial(_own_row, _STORY, name) for name in ("extra", "logic", "order")},
    **{
        f"{name}, own table": partial(_own_paragraphs, name)
        for name in ("language", "type", "verbosity", "extra", "order")
    },
    **{f"{name}, own chat": partial(_own_chat, name) for name in ("type", "noise", "extra")},
    "own names": _own_names,
    "extra, related": _related,
    **{f"{name}, problem": partial(_problem, name) for name in FORMS},
}
