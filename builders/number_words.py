"""``python -m builders.number_words``: number words of several languages -> the directory that `load_dataset` reads."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from numdiag_datasets.cli.running import progress_bar, run
from numdiag_datasets.release.building.pairs import build_pairs, write_rows
from numdiag_datasets.release.processes import in_processes
from numdiag_datasets.release.staging import StoredFile, check_out
from numdiag_datasets.text_pairs.number_words.examples import (
    SIZES,
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
    LANGUAGES,
    MAX_VALUE,
    Language,
    language_of,
)

#: The languages of the paper; the table has more.
DEFAULT_LANGUAGES = "en,ja,da,fr"
_MAKERS = ("datasets", "num2words", "pyarrow")

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Release directory to write.")] = Path("number_words"),
    languages: Annotated[
        str, typer.Option(help=f"Codes with commas, of {', '.join(LANGUAGES)}.")
    ] = DEFAULT_LANGUAGES,
    max_value: Annotated[
        int,
        typer.Option(
            help="Numbers from 0 to this; 999 is the paper's range, whose splits share values.",
            min=1,
            max=MAX_VALUE,
        ),
    ] = 99_999,
    sizes: Annotated[
        str, typer.Option(help="Rows of train, validation and test of every config.")
    ] = ",".join(map(str, SIZES.values())),
    seed: Annotated[int, typer.Option(help="Seed of every random draw.", min=0)] = 1,
    num_proc: Annotated[
        int, typer.Option(help="Processes; the bytes do not depend on it.", min=1)
    ] = min(2, os.cpu_count() or 1),
) -> None:
    """Build the probing data of number words. What lies there already stays until the new is complete."""
    started = time.perf_counter()
    codes = list(dict.fromkeys(code.strip() for code in languages.split(",") if code.strip()))
    chosen = [language_of(code) for code in codes] or [language_of("")]
    values = Values(max_value, seed, _read_sizes(sizes))
    values.check()
    check_out(out, NUMBER_WORDS.name)
    with progress_bar() as progress:
        manifest = build_number_words(out, chosen, values, num_proc, progress)
    rows = sum(file["rows"] for file in manifest["files"].values())
    shares = "" if values.is_leak_free else "; the splits share values, which the card counts"
    print(
        f"{out}{os.sep}: {len(manifest['configs'])} configs, {rows:,} rows, numbers from 0 to {max_value:,}, "
        f"seed {seed}, {time.perf_counter() - started:.1f} s{shares}"
    )


def _read_sizes(text: str) -> dict[str, int]:
    numbers = text.split(",")
    if len(numbers) != len(SIZES) or not all(n.strip().isdecimal() for n in numbers):
        raise typer.BadParameter(
            f"--sizes {text}: three whole numbers with commas, such as 600,200,200"
        )
    sizes = dict(zip(SIZES, map(int, numbers), strict=True))
    if odd := [split for split, rows in sizes.items() if rows < 2 or rows % 2]:
        raise typer.BadParameter(
            f"--sizes {text}: {odd[0]} must be even and at least 2, half of the rows for each label"
        )
    return sizes


def build_number_words(
    out: Path,
    languages: Sequence[Language],
    values: Values,
    num_proc: int = 1,
    progress: Callable[[str, int, int], None] = lambda label, done, total: None,
) -> dict[str, Any]:
    """Build the release of some languages; see `text_pairs.release.build_pairs`.

    Args:
        out: the release directory.
        languages: rows of the table.
        values: which values each split draws from, and the seed.
        num_proc: processes; the bytes do not depend on it.
        progress: called with (what, done, total).

    Raises:
        RangeError: the values are too few.
        ReleaseError: ``out`` cannot be written or holds something else.
    """
    values.check()
    configs = config_names([language.code for language in languages])
    digests: dict[tuple[str, str], list[bytes]] = {}
    alike: dict[str, list[float]] = {}

    def write(directory: Path) -> Iterator[StoredFile]:
        units = [(directory, language.code, values) for language in languages]
        for done, written in enumerate(_write_units(units, num_proc)):
            for config, split, stored, found, same in written:
                digests[config, split] = found
                if same is not None:
                    alike.setdefault(config, []).append(same)
                yield stored
            progress("building", done + 1, len(units))

    def facts() -> dict[str, object]:
        return {
            "about": {"language": [language.code for language in languages]},
            "languages": {language.code: language.name for language in languages},
            "max_value": values.max_value,
            "leak_free": values.is_leak_free,
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
        configs,
        write,
        seed=values.seed,
        source={"kind": "generated", "files": {}, "notes": []},
        makers=_MAKERS,
        facts=facts,
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


if __name__ == "__main__":
    run(app, "python -m builders.number_words")
