"""The table of data sets: names, answer forms and text kinds. Their sources are in `sources`, a folder each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.text_kinds import TextKind

SPLITS = ("train", "validation", "test")


class DataSetError(InputError):
    """An unknown data set; the message lists the choices."""


class AnswerForm(StrEnum):
    """The form of a data set's answers, which decides how they are prompted for, extracted and scored."""

    #: An equation, and its value as one plain decimal (ASDiv).
    EQUATION = "equation"
    #: One plain decimal, with a worked solution (GSM8K).
    SOLUTION = "solution"
    #: Alternative numbers (DROP).
    NUMBER = "number"
    #: Spans or a number, with a scale, from tables and text (TAT-QA).
    SPANS = "spans"


_KINDS = {
    AnswerForm.EQUATION: TextKind.WORD_PROBLEM,
    AnswerForm.SOLUTION: TextKind.SOLUTION,
    AnswerForm.NUMBER: TextKind.PASSAGE,
    AnswerForm.SPANS: TextKind.TABLE,
}


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set as config names, prompts and scorers need it.

    Attributes:
        name: as in config names and in the column ``dataset``; also the name of its folder in `sources`.
        title: for headings.
        form: of its answers.
        not_applicable: perturbation, or one of its forms ("noise-second") -> why there is no such config.
    """

    name: str
    title: str
    form: AnswerForm
    not_applicable: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> TextKind:
        """The kind of its texts."""
        return _KINDS[self.form]


#: Name -> data set, in the order of all tables.
DATA_SETS: dict[str, DataSet] = {
    data_set.name: data_set
    for data_set in (
        DataSet("asdiv_a", "ASDiv-a", AnswerForm.EQUATION),
        DataSet(
            "drop_num",
            "DROP-num",
            AnswerForm.NUMBER,
            not_applicable={
                "logic": "not applicable: the source gives no derivation to derive a new answer from",
                "order": "not applicable: passages tell real events, whose order matters",
                "distribution-second": "not available: amounts of real events do not grow tenfold",
            },
        ),
        DataSet(
            "tatqa_a",
            "TATQA-a",
            AnswerForm.SPANS,
            not_applicable={
                "order-control": "not available: what changes places in a report is what its questions need",
            },
        ),
        DataSet(
            "gsm8k",
            "GSM8K",
            AnswerForm.SOLUTION,
            not_applicable={
                "distribution-second": "not available: few stories of several steps have thousands of everything",
            },
        ),
        DataSet("svamp", "SVAMP", AnswerForm.EQUATION),
    )
}

#: The families of text pairs, whose rows are labelled texts and not questions.
NUMBER_WORDS = "number_words"
QUESTION_MATCHING = "question_matching"
TEXT_PAIR_FAMILIES = (NUMBER_WORDS, QUESTION_MATCHING)


def data_set_of(name: str) -> DataSet:
    """Return a data set by its name.

    Raises:
        DataSetError: an unknown name; the message lists the choices.
    """
    if name not in DATA_SETS:
        raise DataSetError(f"unknown dataset {name!r}; choose from {', '.join(DATA_SETS)}")
    return DATA_SETS[name]
