"""Consistency of a manifest of problems: each split of a config must show exactly its own files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import ConfigError, dataset_of, parse_config, unavailable
from numdiag_datasets.core.coverage import total
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.manifest import (
    MANIFEST,
    Manifest,
    PerturbationCoverage,
    SourceEntry,
    Violation,
)
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.parts import Plan, config_parts, part_path, splits_of
from numdiag_datasets.sources import is_sample, source_of
from numdiag_datasets.sources.source import Source

_SHA256 = re.compile(r"[0-9a-f]{64}")


def check_plan(manifest: Manifest) -> Iterator[Violation]:
    """Yield every contradiction between the configs, files and counts of a manifest."""
    try:
        plan = Plan([parse_config(name) for name in manifest.configs], manifest.draws)
    except ConfigError as error:
        yield Violation(f"{MANIFEST} configs", str(error))
        return
    if [config.name for config in plan.configs] != list(manifest.configs):
        yield Violation(f"{MANIFEST} configs", "lack the originals, or do not begin with them")
        return
    if {config.dataset for config in plan.configs} != set(manifest.sources):
        yield Violation(f"{MANIFEST} sources", "are not those of its configs")
        return
    for dataset, entry in manifest.sources.items():
        for what in _check_source(source_of(dataset), entry):
            yield Violation(f"{MANIFEST} sources {dataset}", what)
    if manifest.unavailable not in (unavailable(), _of(manifest.sources)):
        yield Violation(f"{MANIFEST} unavailable", "is not what cannot be built")
    for config in plan.configs:
        splits = splits_of(config, manifest.draws)
        if set(manifest.configs[config.name]) != set(splits):
            yield Violation(
                f"{MANIFEST} configs {config.name}", f"its splits are not {', '.join(splits)}"
            )
            continue
        for split in splits:
            # Only applied copies may be absent.
            expected = tuple(
                path
                for part in config_parts(config, split)
                if (path := part_path(part)) in manifest.files or part[3] != "applied"
            )
            if manifest.configs[config.name][split] != expected:
                yield Violation(
                    f"{MANIFEST} configs {config.name} {split}",
                    f"does not show {', '.join(expected)}, and nothing else",
                )
    for path in sorted(set(manifest.files) - set(map(part_path, plan.parts))):
        yield Violation(path, "is shown by no config")
    yield from _check_coverage(manifest, plan)


def unknown_generations(manifest: Manifest) -> dict[tuple[str, str], int]:
    """Return (data set, form) -> generation for the forms whose rules only the release's own version has."""
    if manifest.version == __version__:
        return {}
    return {
        (dataset, form): counts.generation
        for dataset, row in manifest.coverage.items()
        for form, counts in row.items()
        if not _is_known(dataset, form, counts)
    }


def _is_known(dataset: str, form: str, counts: PerturbationCoverage) -> bool:
    """Return whether this version has the rules of a generation.

    Before the second generation, few rows name the rule that made them.
    """
    here = FORMS.get(form)
    return (
        here is not None
        and counts.generation == here.generation
        and sum(counts.rules.values()) == counts.applied
    )


def is_generation(generation: int, newest: int, manifest: Manifest) -> bool:
    """Return whether a release of its version can have this generation.

    The newest generation is known only if the release has the version of this library.
    """
    return generation == newest if manifest.version == __version__ else generation > 0


def _of(datasets: Collection[str]) -> dict[str, str]:
    """Return the unavailable configs of some data sets; a release with some data sets only lists no others."""
    return {name: why for name, why in unavailable().items() if dataset_of(name) in datasets}


def _check_source(source: Source, entry: SourceEntry) -> Iterator[str]:
    """Yield violations in the kind of a source and in its checksums."""
    if entry.kind not in ("sample", "official", "directory"):
        yield f"are of the unknown kind {entry.kind!r}"
    names = [file.name for file in source.official]
    if missing := [name for name in names if not _SHA256.fullmatch(entry.files.get(name, ""))]:
        yield f"lack the checksum of {missing[0]}"
        return
    if entry.kind == "official":
        for file in source.official:
            # An archive, or a file pinned by its commit, has no known checksum of the file itself.
            if file.sha256 and not file.member and entry.files[file.name] != file.sha256:
                yield f"are called official, but {file.name} is not the published one"
    if entry.kind != "sample" and is_sample(source, entry.files):
        yield f"are the bundled sample, but called {entry.kind}"


def _check_coverage(manifest: Manifest, plan: Plan) -> Iterator[Violation]:
    counted = {
        (d, p, s) for d, row in manifest.coverage.items() for p in row for s in row[p].splits
    }
    perturbed = {part[:3] for part in plan.parts if part[3] != "original" and part[2] in SPLITS}
    if counted != perturbed:
        yield Violation(f"{MANIFEST} coverage", "is not of the perturbed files")
        return
    unknown = unknown_generations(manifest)
    for dataset, row in manifest.coverage.items():
        for perturbation, counts in row.items():
            place = f"{MANIFEST} coverage {dataset} {perturbation}"
            everything = total(counts.splits.values())
            # Only the version that built a release can decide which reasons mean "not eligible".
            older = (dataset, perturbation) in unknown
            for name in (
                "problems",
                *(() if older else ("eligible",)),
                "applied",
                "reasons",
                "rules",
            ):
                if getattr(counts, name) != getattr(everything, name):
                    yield Violation(f"{place} {name}", "is not that of its splits together")
            if not older and counts.share != round(everything.share, 6):
                yield Violation(f"{place} share", "is not applied of eligible")
            newest = FORMS[perturbation].generation
            if not is_generation(counts.generation, newest, manifest):
                yield Violation(f"{place} generation", "is none that this perturbation had")
            for split, found in counts.splits.items():
                path = part_path((dataset, perturbation, split, "applied"))
                stored = manifest.files.get(path)
                if (dataset, perturbation, split, "applied") not in plan.parts:
                    continue
                if (stored.rows if stored else 0) != found.applied:
                    yield Violation(path, "does not hold as many rows as were applied")
