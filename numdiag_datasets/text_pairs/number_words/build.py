"""Build of the release of number words, by language and task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from numdiag_datasets.core.manifest import Manifest, SourceEntry, StoredFile
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.text_pairs.build import build_pairs, write_rows
from numdiag_datasets.text_pairs.number_words.examples import probe_rows
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS, config_name, config_names
from numdiag_datasets.text_pairs.number_words.languages import Language, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    TASKS,
    ProbeOptions,
    ProbeRow,
)

_MAKERS = ("datasets", "num2words", "pyarrow")


def build_number_words(
    out: Path,
    languages: Sequence[Language],
    options: ProbeOptions,
    num_proc: int = 1,
    progress: Progress = no_progress,
    replace: bool = False,
) -> Manifest:
    """Build the release of some languages; see `build_pairs`.

    Args:
        out: the release directory.
        languages: rows of the table.
        options: the range, the seed, the sizes and the kinds of error.
        num_proc: number of processes; the bytes do not depend on it.
        progress: called with (description, done, total).
        replace: see `build_pairs`.

    Raises:
        RangeError: the range is too small for the rows.
        ReleaseError: ``out`` cannot be written or has other content.
    """
    configs = config_names([language.code for language in languages])
    digests: dict[tuple[str, str], list[bytes]] = {}

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        units = [
            (directory, language.code, task, options) for language in languages for task in TASKS
        ]
        progress("building", 0, len(configs))
        for done, written in enumerate(_write_units(units, num_proc), 1):
            for config, split, stored, found in written:
                digests[config, split] = found
                yield config, split, stored
            progress("building", done * len(configs) // len(units), len(configs))

    def found() -> dict[str, object]:
        return {
            "shared_texts": {
                config: {
                    split: _shared(digests[config, "train"], digests[config, split])
                    for split in options.sizes
                    if split != "train"
                }
                for config in configs
            },
        }

    return build_pairs(
        NUMBER_WORDS,
        out,
        dict.fromkeys(configs, sum(options.sizes.values())),
        write,
        seed=options.seed,
        source=SourceEntry("generated", {}),
        makers=_MAKERS,
        facts={
            "about": {
                "language": list(dict.fromkeys(row.num2words or row.code for row in languages))
            },
            "languages": {language.code: language.name for language in languages},
            "max_value": options.max_value,
            "errors": list(options.errors),
        },
        found=found,
        replace=replace,
    )


#: directory, language, task, options
_Unit = tuple[Path, str, str, ProbeOptions]
#: config, split, its file, the digests of its texts
_Written = tuple[str, str, StoredFile, list[bytes]]


def _write_units(units: Sequence[_Unit], num_proc: int) -> Iterator[list[_Written]]:
    return map(_write_unit, units) if num_proc == 1 else in_processes(_write_unit, units, num_proc)


def _write_unit(unit: _Unit) -> list[_Written]:
    """Write the configs of a language and task."""
    directory, code, task, order = unit
    written = []
    for variant, splits in probe_rows(language_of(code), task, order).items():
        config = config_name(task, variant, code)
        for split, rows in splits.items():
            stored = write_rows(rows, NUMBER_WORDS.features(config), directory, config, split)
            written.append((config, split, stored, _digests(rows)))
    return written


def _digests(rows: Iterable[ProbeRow]) -> list[bytes]:
    """Return a short digest of the text or text pair of each row, to count texts shared by two splits."""
    return [
        blake2b(f"{row.text}\0{row.text_pair}".encode(), digest_size=8).digest() for row in rows
    ]


def _shared(known: Iterable[bytes], others: Iterable[bytes]) -> int:
    """Return how many of the other digests also occur among the known ones."""
    seen = set(known)
    return sum(digest in seen for digest in others)
