"""Answers that a run has received, kept as JSON lines, so that no prompt is sent twice."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import check_regular, json_lines


class AnswersError(InputError):
    """A file of answers that cannot be read or written; the message names it."""


class Cut(str):
    """An answer that ended at the limit of tokens, or by a filter of the server."""

    __slots__ = ()


class Answers:
    """The answers in a file, by prompt and settings.

    A line is ``{"asked": a checksum of prompt and settings, "answer": ...[, "cut": true][, "model": ...]}``. A last
    line without an end, as after a kill or on a full disk, is removed.

    Attributes:
        models: the names that the server gave its models.
    """

    def __init__(self, path: Path) -> None:
        """Read the file, if it exists.

        Args:
            path: the file.

        Raises:
            AnswersError: it is not a file of answers.
        """
        self._path = path
        self._known: dict[str, str] = {}
        self.models: set[str] = set()
        if path.is_symlink():
            raise AnswersError(f"{path}: is a symbolic link; move it away")
        if not path.exists():
            return
        check_regular(path, AnswersError)
        _without_torn_line(path)
        for place, line in json_lines(path, AnswersError, may_hold_halves=True):
            whole = isinstance(line, dict) and {"asked", "answer"} <= set(line)
            if not (whole and isinstance(line["asked"], str) and isinstance(line["answer"], str)):
                raise AnswersError(
                    f"{place}: is not an answer of a run; move the file away to ask again"
                )
            kind = Cut if line.get("cut") else str
            if self._known.get(line["asked"], line["answer"]) != line["answer"]:
                raise AnswersError(
                    f"{place}: is another answer to a prompt that has one; move the file away to ask again"
                )
            self._known[line["asked"]] = kind(line["answer"])
            if line.get("model"):
                self.models.add(str(line["model"]))

    def get(self, asked: tuple[Any, Mapping[str, Any]]) -> str | None:
        """Return the answer to a prompt with its settings; a `Cut` if it was cut; None without one."""
        return self._known.get(_key(asked))

    def add(self, asked: tuple[Any, Mapping[str, Any]], answer: str, model: str = "") -> None:
        """Store an answer, unless there is one.

        Args:
            asked: prompt and settings.
            answer: a `Cut` if it was cut.
            model: the name of the model in the server's reply; "" without one.

        Raises:
            AnswersError: the file cannot be written.
        """
        key = _key(asked)
        if key in self._known:
            return
        line: dict[str, Any] = {"asked": key, "answer": str(answer)}
        if isinstance(answer, Cut):
            line["cut"] = True
        if model:
            line["model"] = model
            self.models.add(model)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="ascii") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise AnswersError(f"{self._path}: {error.strerror}") from error
        self._known[key] = answer


def prompt_text(prompt: Any) -> str:
    """Return the text of a prompt; lm-eval wraps the turns of a chat."""
    return str(getattr(prompt, "prompt", prompt))


def _key(asked: tuple[Any, Mapping[str, Any]]) -> str:
    prompt, settings = asked
    text = json.dumps([prompt_text(prompt), settings], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_torn_line(path: Path) -> None:
    with path.open("rb+") as file:
        content = file.read()
        if content and not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)
            file.flush()
            os.fsync(file.fileno())
