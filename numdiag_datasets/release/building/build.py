"""Building of a release of problems: its parts, and its manifest."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import CONFIGS, Config, ConfigError, parse_config, unavailable
from numdiag_datasets.core.coverage import Coverage, total
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import (
    PROBLEMS,
    Manifest,
    PerturbationCoverage,
    SourceEntry,
    StoredFile,
)
from numdiag_datasets.core.processes import collector_paused
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.release_paths import paths_of
from numdiag_datasets.core.resamples import MOST_DRAWS
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.building.units import Unit, UnitWriter, write_units
from numdiag_datasets.release.card.card import PROBLEM_TEXTS, card_texts
from numdiag_datasets.release.parts import Plan, splits_of
from numdiag_datasets.release.replacing import Contents
from numdiag_datasets.release.shortcuts.measure import Shortcut
from numdiag_datasets.release.staging import staging
from numdiag_datasets.sources.source import SourceData

#: Libraries whose version may change bytes of a release.
_MAKERS = ("datasets", "num2words", "pyarrow", "scipy", "spacy")


def build(
    sources: Sequence[SourceData],
    out: Path | str,
    configs: Sequence[Config | str] = (),
    seed: int = 1,
    num_proc: int = 1,
    progress: Progress = no_progress,
    replace: bool = False,
    draws: int = 0,
) -> Manifest:
    """Build a release and put it at ``out``; an older release stays until the new one is complete.

    Args:
        sources: the originals of every data set that the configs name.
        out: the release directory. An older release is replaced; any other content raises an error.
        configs: the configs to build, or their names; all configs of the sources' data sets if empty.
        seed: of every random draw.
        num_proc: processes; the bytes do not depend on it.
        progress: called with (what, done, total).
        draws: of the test split of noise and distribution: ``test_1`` .. ``test_<draws>``; 0 for ``test`` alone.
        replace: whether a release of other data, or with more configs, may be replaced as well.

    Returns:
        The manifest.

    Raises:
        ConfigError: an unknown config, or one whose data set is not among the sources.
        ReleaseError: ``out`` cannot be written, or contains something else or more; the message names it.
    """
    out = Path(out)
    if seed < 0 or not 0 <= draws <= MOST_DRAWS:
        raise ConfigError(
            f"seed {seed}, draws {draws}: a seed is a whole number from 0, and there are at most {MOST_DRAWS} draws"
        )
    plan = Plan(_chosen(configs, sources), draws)
    check_draws(plan.configs, draws)
    entries = {s.dataset: SourceEntry(s.kind, s.files, s.notes) for s in sources}
    names = dict.fromkeys(config.name for config in plan.configs)
    contents = Contents(PROBLEMS, names, entries, {"seed": seed, "draws": draws})
    # The longest units first, so that processes end together.
    perturbed = sorted({part[:3] for part in plan.parts if part[3] != "original"}, reverse=True)
    units = [*((source.dataset, "", split) for source in sources for split in SPLITS), *perturbed]
    files: dict[str, StoredFile] = {}
    counts: dict[Unit, Coverage] = {}
    shortcuts: dict[Unit, list[Shortcut]] = {}
    with staging(out, contents, replace) as directory, collector_paused():
        originals = {source.dataset: source.splits for source in sources}
        writer = UnitWriter(originals, plan.parts, directory, seed)
        for unit, written in zip(units, write_units(units, writer, num_proc), strict=True):
            files |= written.files
            shortcuts[unit] = written.shortcuts
            if written.coverage:
                counts[unit] = written.coverage
            progress("building", len(shortcuts), len(units))
        manifest = _manifest(plan, entries, counts, files, seed)
        tests = ((dataset, form, "test") for dataset in entries for form in FORMS)
        measured = [shortcut for unit in tests for shortcut in shortcuts.get(unit, ())]
        cards = partial(card_texts, shortcuts=measured)
        dataclasses.replace(PROBLEM_TEXTS, cards=cards).write(manifest, directory)
    return manifest


def check_draws(configs: Iterable[Config], draws: int) -> None:
    """Refuse draws that no config has.

    Raises:
        ConfigError: with the names of perturbations that have them.
    """
    if draws and not any(set(splits_of(config, draws)) > {*SPLITS} for config in configs):
        raise ConfigError(
            f"draws {draws}: the chosen configs have none; noise and distribution have"
        )


def _chosen(configs: Sequence[Config | str], sources: Sequence[SourceData]) -> list[Config]:
    there = {source.dataset: None for source in sources}
    if not there:
        raise ConfigError("no sources, so nothing to build")
    if not configs:
        return [config for config in CONFIGS.values() if config.dataset in there]
    chosen = [parse_config(c) if isinstance(c, str) else c for c in configs]
    if others := [config.name for config in chosen if config.dataset not in there]:
        raise ConfigError(f"{others[0]}: its data set is not among the sources, {', '.join(there)}")
    return chosen


def _manifest(
    plan: Plan,
    sources: dict[str, SourceEntry],
    counts: dict[Unit, Coverage],
    files: dict[str, StoredFile],
    seed: int,
) -> Manifest:
    coverage: dict[str, dict[str, PerturbationCoverage]] = {}
    for dataset, perturbation in sorted(
        {unit[:2] for unit in counts if unit[2] in SPLITS}, key=_grid_order
    ):
        by_split = {
            split: counts[dataset, perturbation, split]
            for split in SPLITS
            if (dataset, perturbation, split) in counts
        }
        everything = total(by_split.values())
        coverage.setdefault(dataset, {})[perturbation] = PerturbationCoverage(
            share=round(everything.share, 6),
            splits=by_split,
            **dataclasses.asdict(everything),
        )
    return Manifest(
        records=PROBLEMS,
        version=__version__,
        seed=seed,
        made_with={name: version(name) for name in _MAKERS},
        sources=sources,
        coverage=coverage,
        configs={
            config.name: {
                split: tuple(path for path in paths_of(config.name, split) if path in files)
                for split in splits_of(config, plan.draws)
            }
            for config in plan.configs
        },
        unavailable=unavailable(),
        files=dict(sorted(files.items())),
        draws=plan.draws,
    )


def _grid_order(pair: tuple[str, str]) -> tuple[str, int]:
    return pair[0], list(FORMS).index(pair[1])
