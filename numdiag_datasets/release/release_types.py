"""Release types: how a release of problems or of text pairs is described, checked and shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.manifest import EVALUATION, LICENCE, MANIFEST, Manifest, Violation
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.release.display import Choice, Shown

if TYPE_CHECKING:
    import datasets

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RebuildTask:
    """The inputs for building a release again.

    Attributes:
        directory, manifest: of the release, whose originals can be read.
        out: the directory to build in.
        source: as for a build; "" for the originals in the release, unless its source is bundled or generated.
        num_proc: processes.
        progress: called with (what, done, total).
    """

    directory: Path
    manifest: Manifest
    out: Path
    source: str = ""
    num_proc: int = 1
    progress: Progress = no_progress


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of building a release again.

    Attributes:
        manifest: of the new build; None if it could not be built.
        notes: the source of the new build, and what it leaves unproven.
        same_bytes: whether the same libraries wrote it, so that every byte must be the same.
    """

    manifest: Manifest | None
    notes: tuple[str, ...] = ()
    same_bytes: bool = True


@dataclass(frozen=True, slots=True)
class ReleaseType:
    """Everything that depends on the kind of records in a release.

    Attributes:
        cards: (manifest, directory, name for `load_dataset`) -> README and further pages, file -> text.
        licence: manifest -> LICENSE.
        evaluation: manifest -> eval.yaml, "" if the Hub has no benchmark of this type.
        check_plan: manifest -> its contradictions.
        check: (directory, manifest, broken files, progress) -> the number of rows checked, and every violation.
        rebuild: build a release again, for comparison.
        show: (config, rows, choice) -> the rows to show.
        count: (manifest, data set or family) -> the number of problems or rows, in words.
        features: config -> its columns.
        has_foreign_licence: manifest -> whether its publisher has to complete LICENSE by hand.
    """

    cards: Callable[[Manifest, Path, str], dict[str, str]]
    licence: Callable[[Manifest], str]
    evaluation: Callable[[Manifest], str]
    check_plan: Callable[[Manifest], Iterator[Violation]]
    check: Callable[[Path, Manifest, Collection[str], Progress], tuple[int, list[Violation]]]
    rebuild: Callable[[RebuildTask], Rebuilt]
    show: Callable[[str, Rows, Choice], list[Shown]]
    count: Callable[[Manifest, str], str]
    features: Callable[[str], datasets.Features]
    has_foreign_licence: Callable[[Manifest], bool] = lambda manifest: False

    def text_files(
        self, manifest: Manifest, directory: Path, repo: str = "numdiag"
    ) -> dict[str, str]:
        """Return the text files that accompany the Parquet files of a release: name -> text.

        Args:
            manifest: of the release, or of some of its data sets.
            directory: of the Parquet files.
            repo: the name that users pass to `load_dataset`.
        """
        texts = {
            MANIFEST: manifest.to_text(),
            **self.cards(manifest, directory, repo),
            LICENCE: self.licence(manifest),
            EVALUATION: self.evaluation(manifest),
        }
        return {name: text for name, text in texts.items() if text}

    def write_text_files(self, manifest: Manifest, directory: Path) -> None:
        """Write the text files next to the Parquet files."""
        for name, text in self.text_files(manifest, directory).items():
            (directory / name).write_text(text, encoding="utf-8", newline="\n")
