"""The four kinds of text that perturbations handle differently."""

from __future__ import annotations

from enum import Enum


class TextKind(Enum):
    """The kind of text a problem has, which decides how it is read and perturbed."""

    #: A short story with an equation (ASDiv, SVAMP).
    WORD_PROBLEM = "word problem"
    #: A word problem with a worked solution of several steps (GSM8K).
    SOLUTION = "solution"
    #: A passage, and a question with a number answer (DROP).
    PASSAGE = "passage"
    #: A table with paragraphs, and a question (TAT-QA).
    TABLE = "table"

    @property
    def is_story(self) -> bool:
        """Whether the text is a story that states its own question: a word problem, solved or not."""
        return self in (TextKind.WORD_PROBLEM, TextKind.SOLUTION)
