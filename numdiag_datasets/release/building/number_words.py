"""Building the release of number words, language by language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from numdiag_datasets.release.building.pairs import build_pairs, write_rows
from numdiag_datasets.release.manifest import Manifest, SourceEntry, StoredFile
from numdiag_datasets.release.processes import Progress, in_processes, no_progress
from numdiag_datasets.text_pairs.number_words.examples import (
    TASKS,
    VARIANTS,
    Values,
    probe_rows,
    share_alike,
    shared_texts,
    text_digests,
    ungrammatical_words,
)
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS, config_name, config_names
from numdiag_datasets.text_pairs.number_words.languages import (
    Language,
    language_of,
)

_MAKERS = ("datasets", "num2words", "pyarrow")


def build_number_words(
    out: Path,
    languages: Sequence[Language],
    values: Values,
    num_proc: int = 1,
    progress: Progress = no_progress,
    replace: bool = False,
) -> Manifest:
    """Build the release of some languages; see `pairs.build_pairs`.

    Args:
        out: the release directory.
        languages: rows of the table.
        values: which values each split draws from, and the seed.
        num_proc: processes; the bytes do not depend on it.
        progress: called with (what, done, total).
        replace: see `pairs.build_pairs`.

    Raises:
        RangeError: the values are too few.
        ReleaseError: ``out`` cannot be written or holds something else.
    """
    values.check()
    configs = config_names([language.code for language in languages])
    digests: dict[tuple[str, str], list[bytes]] = {}
    alike: dict[str, list[float]] = {}

    def write(directory: Path) -> Iterator[tuple[str, str, StoredFile]]:
        units = [(directory, language.code, values) for language in languages]
        for done, written in enumerate(_write_units(units, num_proc)):
            for config, split, stored, found, same in written:
                digests[config, split] = found
                if same is not None:
                    alike.setdefault(config, []).append(same)
                yield config, split, stored
            progress("building", done + 1, len(units))

    def found() -> dict[str, object]:
        return {
            # The least of the splits, for every config of bare grammaticality.
            "alike": {config: min(shares) for config, shares in alike.items()},
            "shared_texts": {
                config: {
                    split: shared_texts(digests[config, "train"], digests[config, split])
                    for split in values.sizes
                    if split != "train"
                }
                for config in configs
            },
        }

    return build_pairs(
        NUMBER_WORDS,
        out,
        dict.fromkeys(configs, sum(values.sizes.values())),
        write,
        seed=values.seed,
        source=SourceEntry("generated", {}),
        makers=_MAKERS,
        facts={
            "about": {"language": [language.code for language in languages]},
            "languages": {language.code: language.name for language in languages},
            "max_value": values.max_value,
            "leak_free": values.is_leak_free,
        },
        found=found,
        replace=replace,
    )


#: directory, language, values
_Unit = tuple[Path, str, Values]
#: config, split, its file, the digests of its texts, and see `examples.share_alike`
_Written = tuple[str, str, StoredFile, list[bytes], float | None]


def _write_units(units: Sequence[_Unit], num_proc: int) -> Iterator[list[_Written]]:
    return map(_write_unit, units) if num_proc == 1 else in_processes(_write_unit, units, num_proc)


def _write_unit(unit: _Unit) -> list[_Written]:
    """Write every config of a language; a process spells each value once for all of them."""
    directory, code, values = unit
    written = []
    for task in TASKS:
        for variant in VARIANTS:
            config = config_name(task, variant, code)
            taken: set[str] = set()
            # The smaller splits come first, since what one has made the next may not make again.
            for split in sorted(values.sizes, key=lambda name: values.sizes[name]):
                rows = list(probe_rows(task, variant, language_of(code), split, values, taken))
                taken.update(ungrammatical_words(rows))
                stored = write_rows(rows, NUMBER_WORDS.features(config), directory, config, split)
                is_bare = (task, variant) == ("grammaticality", "bare")
                alike = share_alike(rows) if is_bare else None
                written.append((config, split, stored, text_digests(rows), alike))
    return written
