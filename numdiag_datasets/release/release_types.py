"""Release types: how a release of problems or of text pairs is described, checked and shown."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numdiag_datasets.core.manifest import EVALUATION, LICENCE, MANIFEST, Manifest, Violation
from numdiag_datasets.core.progress import Progress
from numdiag_datasets.release.display import Choice, Shown

#: (directory, manifest, paths of a unit) -> every violation in the rows of these files.
CheckRows = Callable[[Path, Manifest, Sequence[str]], Iterator[Violation]]
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ReleaseTexts:
    """The texts that accompany the Parquet files of a release of some type.

    Attributes:
        cards: (manifest, directory, name for `load_dataset`, processes) -> README and further pages, file -> text.
        licence: manifest -> LICENSE.
        evaluation: manifest -> eval.yaml, "" if the Hub has no benchmark of this type.
        has_foreign_licence: manifest -> whether its publisher has to complete LICENSE by hand.
    """

    cards: Callable[[Manifest, Path, str, int], dict[str, str]]
    licence: Callable[[Manifest], str]
    evaluation: Callable[[Manifest], str] = lambda manifest: ""
    has_foreign_licence: Callable[[Manifest], bool] = lambda manifest: False

    def text_files(
        self, manifest: Manifest, directory: Path, repo: str = "numdiag", num_proc: int = 1
    ) -> dict[str, str]:
        """Return the text files: name -> text. The manifest among them has the checksums of the others.

        Args:
            manifest: of the release, or of some of its data sets.
            directory: of the Parquet files.
            repo: the name that users pass to `load_dataset`.
            num_proc: processes.
        """
        texts = {
            **self.cards(manifest, directory, repo, num_proc),
            LICENCE: self.licence(manifest),
            EVALUATION: self.evaluation(manifest),
        }
        texts = {name: text for name, text in texts.items() if text}
        sealed = dict(texts)
        if self.has_foreign_licence(manifest):
            del sealed[LICENCE]
        checksums = {
            name: hashlib.sha256(text.encode()).hexdigest() for name, text in sealed.items()
        }
        return {MANIFEST: replace(manifest, texts=checksums).to_text(), **texts}

    def write(self, manifest: Manifest, directory: Path, num_proc: int = 1) -> None:
        """Write the text files next to the Parquet files."""
        for name, text in self.text_files(manifest, directory, num_proc=num_proc).items():
            (directory / name).write_text(text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class ReleaseType:
    """Everything that depends on the kind of records in a release.

    Attributes:
        texts: the texts of the release.
        unit_of: path of a file -> the name of the files that are checked together.
        check: a function of a module, which other processes can call.
        make_again: the same, a check that makes rows again from others of the release; None if there are none.
        rebuild: (manifest, source, directory to write, processes, progress) -> the manifest of a new build of the
            same configs with the same seed.
        show: (config, rows, choice) -> the rows to show.
        count: (manifest, data set or family) -> the number of problems or rows, in words.
    """

    texts: ReleaseTexts
    unit_of: Callable[[str], str]
    check: CheckRows
    rebuild: Callable[[Manifest, str, Path, int, Progress], Manifest]
    show: Callable[[str, Rows, Choice], list[Shown]]
    count: Callable[[Manifest, str], str]
    make_again: CheckRows | None = None
