"""Files of questions, one a line; errors name the line."""

from __future__ import annotations

import hashlib
from pathlib import Path

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import check_regular, reading
from numdiag_datasets.core.visible_text import visible

#: The most characters of a question: a longer text is not a question and is slow to process.
LONGEST = 500
_HAN = ("\u4e00", "\u9fff")


class QuestionError(InputError):
    """A file that cannot be read as questions or pairs; the message names file and line."""


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 file.

    Raises:
        QuestionError: the file cannot be read, or has another encoding.
    """
    check_regular(path, QuestionError)
    with reading(str(path), QuestionError):
        content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise QuestionError(
            f"{path}:{line}: not UTF-8 (byte {content[error.start]:#04x}); "
            "save the file as UTF-8, for example with `iconv -f GB18030 -t UTF-8`"
        ) from error
    return text.splitlines()


def read_questions(path: Path) -> list[str]:
    """Read questions, one a line, and drop repetitions.

    Raises:
        QuestionError: a line is empty, has a tab, an invisible or no Chinese character, or is longer than 500 characters;
            the message names the line.
    """
    questions: dict[str, None] = {}
    for number, line in enumerate(read_lines(path), 1):
        question = line.strip()
        if not question:
            raise QuestionError(f"{path}:{number}: an empty question; one question a line")
        if "\t" in question:
            raise QuestionError(f"{path}:{number}: holds a tab; one question a line, nothing else")
        if visible(question) != question:
            raise QuestionError(
                f"{path}:{number}: has an invisible character: {visible(question)[:60]!r}"
            )
        if not any(_HAN[0] <= character <= _HAN[1] for character in question):
            raise QuestionError(f"{path}:{number}: {question[:40]!r} is not in Chinese")
        if len(question) > LONGEST:
            raise QuestionError(
                f"{path}:{number}: {len(question)} characters; a question has {LONGEST} at most"
            )
        questions[question] = None
    if not questions:
        raise QuestionError(f"{path}: holds no question; one question a line")
    return list(questions)


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
