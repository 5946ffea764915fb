"""Files of questions and of labelled pairs, read with the line of whatever is wrong."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.errors import InputError
from numdiag_datasets.text_pairs.question_matching.taxonomy import operations

#: The bundled questions, of our own writing.
SAMPLE = Path(__file__).with_name("sample_questions.txt")
#: Columns of a file of pairs: the first three without a header, more only with one.
_COLUMNS = ("text_a", "text_b", "label")
_OPTIONAL = ("operation", "category", "subcategory")
_SUFFIXES = (".tsv", ".txt", "")
#: Characters of a question: more is no question, and takes long to read.
LONGEST = 500
_HAN = ("\u4e00", "\u9fff")


class QuestionError(InputError):
    """A file that cannot be read as questions or pairs; the message names file and line."""


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A pair of a file.

    Attributes:
        text, text_pair: the two questions.
        label: 0 different, 1 equivalent.
        operation: a key of the taxonomy; "" where the file does not tell.
    """

    text: str
    text_pair: str
    label: int
    operation: str = ""


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


def read_pairs(path: Path) -> list[LabelledPair]:
    """A file of labelled pairs, tab separated: two questions and a label, 0 or 1, as LCQMC and DuQM have them.

    With a header (``text_a``, ``text_b``, ``label``) it may also have ``operation``, ``category`` and
    ``subcategory``. Without an operation, the name of the file may be one: ``replace_numeral.tsv``.

    Raises:
        QuestionError: missing or extra columns, another label, an empty question, an unknown operation;
            names the line.
    """
    lines = read_lines(path)
    header = lines[0].split("\t") if lines else []
    columns, first = list(_COLUMNS), 0
    if set(header) & {"label", *_COLUMNS[:2]}:
        columns, first = header, 1
        unknown = [name for name in header if name not in (*_COLUMNS, *_OPTIONAL)]
        missing = [name for name in _COLUMNS if name not in header]
        if unknown or missing:
            what = f"no column {missing[0]!r}" if missing else f"unknown column {unknown[0]!r}"
            raise QuestionError(
                f"{path}:1: {what}; columns are {', '.join(_COLUMNS)} and, if known, {', '.join(_OPTIONAL)}"
            )
    named = path.stem if path.stem in operations() else ""
    pairs = [
        _pair(line, columns, f"{path}:{number}", named)
        for number, line in enumerate(lines[first:], first + 1)
    ]
    if not pairs:
        raise QuestionError(f"{path}: holds no pairs")
    return pairs


def _pair(line: str, columns: list[str], place: str, named: str) -> LabelledPair:
    cells = line.split("\t")
    if len(cells) != len(columns):
        raise QuestionError(
            f"{place}: {len(cells)} columns, not {len(columns)} ({', '.join(columns)}, tab separated)"
        )
    row = dict(zip(columns, (cell.strip() for cell in cells), strict=True))
    for name in _COLUMNS[:2]:
        if not row[name]:
            raise QuestionError(f"{place}: {name} is empty; both questions are needed")
    if row["label"] not in ("0", "1"):
        raise QuestionError(
            f"{place}: label {row['label']!r}; it is 0 (different) or 1 (equivalent)"
        )
    operation = row.get("operation") or named
    if operation and operation not in operations():
        raise QuestionError(
            f"{place}: unknown operation {operation!r}; choose from {', '.join(operations())}"
        )
    return LabelledPair(row["text_a"], row["text_b"], int(row["label"]), operation)


def read_duqm(directory: Path) -> tuple[list[LabelledPair], dict[str, str]]:
    """The official files of a directory that the user holds, and their checksums by name.

    Raises:
        QuestionError: there is no such directory or no file in it, or one cannot be read.
    """
    if not directory.is_dir():
        raise QuestionError(f"{directory}: no such directory; name the one with DuQM's files")
    paths = [p for p in sorted(directory.iterdir()) if p.is_file() and p.suffix in _SUFFIXES]
    paths = [p for p in paths if not p.name.upper().startswith(("README", "LICENSE", "."))]
    if not paths:
        raise QuestionError(f"{directory}: holds no file of pairs ({', '.join(_SUFFIXES[:2])})")
    pairs = [pair for path in paths for pair in read_pairs(path)]
    return pairs, {path.name: sha256_of(path) for path in paths}


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
