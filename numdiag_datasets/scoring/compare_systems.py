"""Comparison of two systems' prediction files, config by config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from numdiag_datasets.core.configs import ConfigError, dataset_of, parse_config
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import Manifest, read_manifest
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.scoring.comparison import (
    Comparison,
    ConfigComparison,
    Difference,
    compare_drops,
    compare_scores,
    corrected,
)
from numdiag_datasets.scoring.prediction_files import DRAWS, PLACE, has_drop, matching_configs
from numdiag_datasets.scoring.predictions import PredictionError
from numdiag_datasets.scoring.results import signature_of, system_of
from numdiag_datasets.scoring.scored_rows import ScoredRow, drops
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.signature import partial_of
from numdiag_datasets.scoring.suspect_predictions import are_of_originals, lack_scales
from numdiag_datasets.scoring.system import PredictedSystem
from numdiag_datasets.scoring.tatqa import Mode

#: An applied row: A's original and perturbed row, then B's.
Four = tuple[ScoredRow, ScoredRow, ScoredRow, ScoredRow]


def compare_systems(
    directory: Path,
    a: Path,
    b: Path,
    *,
    patterns: Sequence[str] = (),
    split: str = "test",
    mode: Mode = "official",
    partial: bool = False,
    progress: Progress = no_progress,
) -> Comparison:
    """Compare the predictions of two systems on every config that both have.

    The drops of attacks and transfer are compared if both systems predicted the originals too. In other settings a model
    may differ from the model of the originals.

    Args:
        directory: a release.
        a, b: see `find_predicted`; with the split ``draws`` their names contain ``{split}``.
        patterns: configs, or globs over configs; none for all.
        split: the split of the predictions; ``draws`` for all draws together, where the same rows of
            different draws share a group.
        mode, partial: see `scoring.scored_files.score_files`; with `partial` only the rows that both have count.
        progress: called with (activity, done, total).

    Raises:
        ConfigError, ReleaseError: the release does not contain a config.
        PredictionError: there are no predictions, they do not fit its rows, or they have nothing in common.
    """
    manifest = read_manifest(directory)
    systems = tuple(
        PredictedSystem(directory, manifest, place, patterns=patterns, mode=mode, partial=partial)
        for place in (a, b)
    )
    splits_of = _splits(directory, manifest, systems, split)
    wanted = [
        name
        for name in matching_configs(manifest, directory, *(patterns or "*"))
        if name in splits_of
    ]
    has = [
        [name for name in wanted if all(name in system.found(s) for s in splits_of[name])]
        for system in systems
    ]
    both = [name for name in has[0] if name in has[1]]
    if not both:
        of_a, of_b = (some(names) or "none that was asked for" for names in has)
        raise PredictionError(f"no config in common: {a} has {of_a}, and {b} has {of_b}")
    for pattern in patterns:
        if set(both).isdisjoint(matching_configs(manifest, directory, pattern)):
            raise PredictionError(f"{a} and {b} do not both have a config for {pattern!r:.60}")
    if a.resolve() != b.resolve():
        _refuse_same_files(systems, both, splits_of)
    notes = _notes(systems, has)
    configs: list[ConfigComparison] = []
    attacked: dict[str, list[list[Four]]] = {}
    for done, config in enumerate(both):
        made, pairs = _config(manifest, systems, config, splits_of[config], mode, partial)
        control = config.removesuffix("attack") + "control"
        if config.endswith("-attack") and control in both:
            made = replace(made, cost=_cost(systems, made, control, splits_of[control]))
        configs.append(made)
        if pairs and parse_config(config).setting == "attack":
            attacked.setdefault(made.dataset, []).append(pairs)
        if made.applied_rows and has_drop(config) and not made.drop:
            notes.append(
                f"{config}: the drops are not compared, since not both predicted the originals, {made.dataset}"
            )
        progress("comparing", done + 1, len(both))
    over = {
        dataset: _drop_of([*chain(*found)], scorer_of(dataset).metrics[0])
        for dataset, found in attacked.items()
        if len(found) > 1
    }
    return Comparison(str(a), str(b), split, corrected(configs), over, notes)


def _splits(
    directory: Path, manifest: Manifest, systems: Sequence[PredictedSystem], split: str
) -> dict[str, tuple[str, ...]]:
    """Return config -> the splits to compare, for the configs that have them."""
    if split != DRAWS:
        found = [name for name, splits in manifest.configs.items() if split in splits]
        if not found:
            raise ConfigError(f"{directory}: no config has a split {split!r}")
        return dict.fromkeys(found, (split,))
    draws = {
        name: drawn
        for name, splits in manifest.configs.items()
        if (drawn := tuple(s for s in splits if s not in SPLITS))
    }
    if not draws:
        raise ConfigError(
            f"{directory}: has no draws; `numdiag build --draws 5` makes them, of noise and distribution"
        )
    for system in systems:
        if PLACE not in str(system.place):
            raise PredictionError(
                f"{system.place}: with --split {DRAWS} the place of the predictions holds {PLACE}, which stands for "
                f"{', '.join(next(iter(draws.values())))}"
            )
    return draws


def _refuse_same_files(
    systems: Sequence[PredictedSystem],
    configs: Sequence[str],
    splits_of: Mapping[str, Sequence[str]],
) -> None:
    """Refuse two places, such as a folder and a file in it, that hold the same file.

    Raises:
        PredictionError: names the configs.
    """
    files = [
        {(c, s): system.found(s)[c].path.resolve() for c in configs for s in splits_of[c]}
        for system in systems
    ]
    if same := [
        config for config, split in files[0] if files[0][config, split] == files[1][config, split]
    ]:
        a, b = (system.place for system in systems)
        raise PredictionError(
            f"{a} and {b} hold the same file for {some(same)}; name the predictions of two systems"
        )


def _notes(systems: Sequence[PredictedSystem], has: Sequence[Sequence[str]]) -> list[str]:
    """Return notes on identical predictions, and on configs that were not compared."""
    (a, b), notes = systems, []
    if a.place.resolve() == b.place.resolve():
        notes.append("A and B are the same predictions")
    for system, mine, others in ((a, has[0], has[1]), (b, has[1], has[0])):
        if alone := [name for name in mine if name not in others]:
            notes.append(f"not compared, since only {system.place} has them: {some(alone)}")
    return notes


def _config(
    manifest: Manifest,
    systems: Sequence[PredictedSystem],
    config: str,
    splits: Sequence[str],
    mode: Mode,
    partial: bool,
) -> tuple[ConfigComparison, list[Four]]:
    """Return the comparison of two systems on one config, and its applied rows (see `Four`)."""
    dataset = dataset_of(config)
    metric = scorer_of(dataset).metrics[0]
    (a, total), (b, _) = (system.rows(config, splits) for system in systems)
    originals = base_of(splits[0])
    keys = [key for key in a if key in b]
    if not keys:
        raise PredictionError(
            f"{systems[0].place} and {systems[1].place} have no row of {config} in common"
        )
    before = [s.originals(dataset, originals) for s in systems if has_drop(config)]
    paired = [key for key in keys if all(a[key].original in rows for rows in before)]
    for system, its, started in zip(systems, (a, b), before or ({}, {}), strict=True):
        try:
            system_of(
                [its[key] for key in keys],
                [started[its[key].original] for key in paired if started],
            )
        except PredictionError as error:
            raise PredictionError(f"{system.place}: {config}: {error}") from error
    pairs = [
        (before[0][a[key].original], a[key], before[1][b[key].original], b[key])
        for key in paired
        if before and a[key].applied
    ]
    applied = [key for key in keys if a[key].applied]
    rows, others = [a[key] for key in keys], [b[key] for key in keys]
    names = {key: "/".join(key) if len(splits) > 1 else key[1] for key in keys}
    compared = [names[key] for key in paired or keys]
    cut = {name: sum(s.is_cut for s in its) for name, its in (("a", rows), ("b", others))}
    made = ConfigComparison(
        signature=signature_of(
            rows,
            dataset=dataset,
            config=config,
            revision="+".join(dict.fromkeys(manifest.revision(config, split) for split in splits)),
            mode=mode,
            is_resampled=True,
            partial=partial_of(names.values(), compared, total) if partial else "",
        ),
        config=config,
        dataset=dataset,
        metric=metric,
        all_rows=compare_scores(rows, others, metric),
        applied_rows=compare_scores([a[k] for k in applied], [b[k] for k in applied], metric)
        if applied
        else None,
        drop=_drop_of(pairs, metric) if pairs else None,
        unreadable=None
        if scorer_of(dataset).is_binary
        else {
            "a": sum(each.is_unreadable for each in rows),
            "b": sum(each.is_unreadable for each in others),
        },
        left_out=total - len(keys) if partial else None,
        prompt_b=others[0].prompt if others[0].prompt != rows[0].prompt else None,
        cut=cut if any(cut.values()) else None,
        at_floor=tuple(
            name
            for i, name in ((0, "a"), (2, "b"))
            if drops([four[i] for four in pairs], [four[i + 1] for four in pairs])[
                metric
            ].is_at_floor
        )
        if pairs
        else None,
        unscaled=tuple(name for name, its in (("a", rows), ("b", others)) if lack_scales(its))
        or None,
        of_originals=tuple(
            name
            for name, its, started in zip("ab", (rows, others), before, strict=False)
            if are_of_originals(its, [*started.values()])
        )
        or None,
    )
    return made, pairs


def _cost(
    systems: Sequence[PredictedSystem],
    attack: ConfigComparison,
    control: str,
    splits: Sequence[str],
) -> Difference | None:
    """Return the difference of the drops from the control, over the rows that control and attack change in both systems."""
    found = []
    for system in systems:
        for config in (control, attack.config):
            rows, _ = system.rows(config, splits)
            found.append({(k[0], r.original): r for k, r in rows.items() if r.applied})
    shared = [key for key in found[0] if all(key in rows for rows in found[1:])]
    fours = [(found[0][k], found[1][k], found[2][k], found[3][k]) for k in shared]
    return _drop_of(fours, attack.metric) if fours else None


def _drop_of(pairs: Sequence[Four], metric: str) -> Difference:
    a_before, a_after, b_before, b_after = zip(*pairs, strict=True)
    return compare_drops((a_before, a_after), (b_before, b_after), metric)
