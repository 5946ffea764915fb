"""Build of the release of number words, by language and task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from numdiag_datasets.core.manifest import Manifest, SourceEntry, StoredFile
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.text_pairs.build import build_pairs, write_rows
from numdiag_datasets.text_pairs.number_words.examples import probe_rows
from numdiag_datasets.text_pairs.number_words.family import (
    NUMBER_WORDS,
    config_name,
    config_names,
    is_test_only,
)
from numdiag_datasets.text_pairs.number_words.languages import Language, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    COMPARISON,
    GRAMMATICALITY,
    ProbeOptions,
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
    configs = config_names([language.code for language in languages], is_paper=options.is_paper)
    units = [
        (language.code, task, options)
        for language in languages
        for task in (GRAMMATICALITY, COMPARISON)
    ]
    shared: dict[str, dict[str, int]] = {}

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        work = partial(_write_unit, directory)
        progress("building", 0, len(configs))
        written = map(work, units) if num_proc == 1 else in_processes(work, units, num_proc)
        for done, (files, counted) in enumerate(written, 1):
            yield from files
            shared.update(counted)
            progress("building", done * len(configs) // len(units), len(configs))

    return build_pairs(
        NUMBER_WORDS,
        out,
        {
            config: options.sizes["test"] if is_test_only(config) else sum(options.sizes.values())
            for config in configs
        },
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
        found=lambda: {"shared_texts": shared if options.is_paper else {}},
        replace=replace,
    )


#: language, task, options
_Unit = tuple[str, str, ProbeOptions]


def _write_unit(
    directory: Path, unit: _Unit
) -> tuple[list[tuple[str, str, StoredFile]], dict[str, dict[str, int]]]:
    """Write the configs of a language and task.

    Returns:
        Config, split and file of each; and config -> split -> the number of its texts or text pairs that the
        train split has too.
    """
    code, made_task, options = unit
    files = []
    shared = {}
    for task, variants in probe_rows(language_of(code), made_task, options).items():
        for variant, splits in variants.items():
            config = config_name(task, variant, code)
            features = NUMBER_WORDS.features(config)
            for split, rows in splits.items():
                files.append((config, split, write_rows(rows, features, directory, config, split)))
            texts = {split: [(r.text, r.text_pair) for r in rows] for split, rows in splits.items()}
            known = set(texts.pop("train", ()))
            shared[config] = {
                split: sum(map(known.__contains__, its)) for split, its in texts.items()
            }
    return files, shared
