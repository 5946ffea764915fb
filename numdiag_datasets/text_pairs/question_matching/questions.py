"""Files of questions, one a line, read with the line of whatever is wrong."""

from __future__ import annotations

import hashlib
from pathlib import Path

from numdiag_datasets.core.errors import InputError

#: Characters of a question: more is no question, and takes long to read.
LONGEST = 500
_HAN = ("\u4e00", "\u9fff")


class QuestionError(InputError):
    """A file that cannot be read as questions or pairs; the message names file and line."""


def read_lines(path: Path) -> list[str]:
    """The lines of a UTF-8 file.

    Raises:
        QuestionError: it cannot be read, or is in another encoding.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise QuestionError(f"{path}: cannot be read ({error.strerror})") from error
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
    """A list of questions, one a line, each once.

    Raises:
        QuestionError: an empty line, a tab, a question without a Chinese character or of more than 500; names the line.
    """
    questions: dict[str, None] = {}
    for number, line in enumerate(read_lines(path), 1):
        question = line.strip()
        if not question:
            raise QuestionError(f"{path}:{number}: an empty question; one question a line")
        if "\t" in question:
            raise QuestionError(f"{path}:{number}: holds a tab; one question a line, nothing else")
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
