"""The generated card of a release of problems: YAML for `load_dataset`, and text for readers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from numdiag_datasets.core.configs import SETTINGS, dataset_of, default_config, parse_config
from numdiag_datasets.core.manifest import CARD, COUNTS, Manifest, PerturbationCoverage
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.schema import COLUMNS
from numdiag_datasets.perturbations import FORMS, PERTURBATIONS
from numdiag_datasets.perturbations.audit import load_readings
from numdiag_datasets.release.card import summing
from numdiag_datasets.release.card.common import (
    card,
    filled_in,
)
from numdiag_datasets.release.card.evaluation import evaluation_text
from numdiag_datasets.release.card.examples import card_examples
from numdiag_datasets.release.card.licences import licence_text
from numdiag_datasets.release.card.metadata import problem_metadata
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.release.shortcuts.measure import Shortcut, problem_shortcuts
from numdiag_datasets.release.shortcuts.shortcut_tables import problem_tables
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES
from numdiag_datasets.sources import SOURCES, source_of


def card_texts(
    manifest: Manifest,
    directory: Path,
    repo: str,
    num_proc: int = 1,
    shortcuts: Sequence[Shortcut] | None = None,
) -> dict[str, str]:
    """Return the card of a release, and the page of all counts that it summarizes: file -> text.

    Args:
        manifest: of the release, or of some of its data sets.
        directory: of its Parquet files.
        repo: the name that users pass to `load_dataset`.
        num_proc: processes.
        shortcuts: of the release; measured again if they are not given.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    if shortcuts is None:
        shortcuts = problem_shortcuts(directory, manifest, num_proc=num_proc)
    readings = [r for r in load_readings() if r.form in manifest.coverage.get(r.dataset, {})]
    default = default_config(manifest.configs)
    text = card(
        Path(__file__).with_name("card.md.jinja"),
        manifest,
        problem_metadata(manifest),
        repo=repo,
        place=f"{repo}@v{manifest.version}" if "/" in repo else repo,
        glob=f"{dataset_of(default)}-*-attack",
        counts=COUNTS,
        sources=[source_of(dataset) for dataset in manifest.sources],
        licences={name: source.licence for name, source in SOURCES.items()},
        origins={name: source.origin for name, source in SOURCES.items()},
        examples=card_examples(manifest, directory),
        sizes=summing.sizes(manifest),
        coverage=summing.coverage(manifest),
        few_rows=summing.few_rows(manifest),
        readings=summing.read(readings),
        shortcuts=summing.best_shortcuts(shortcuts),
        results=summing.results(manifest),
        is_sample=manifest.is_sample,
        columns=COLUMNS,
        perturbations=PERTURBATIONS,
        settings=SETTINGS,
    )
    counts = filled_in(
        Path(__file__).with_name("counts.md.jinja"),
        manifest,
        shortcuts=problem_tables(shortcuts),
        strategies=STRATEGIES,
        unchanged=_unchanged_in_test(manifest),
        perturbations=FORMS,
        reasons={name: _reasons_given(row) for name, row in manifest.coverage.items()},
        parse_config=parse_config,
        readings=readings,
    )
    return {CARD: text, COUNTS: counts}


def _reasons_given(coverage: dict[str, PerturbationCoverage]) -> dict[str, str]:
    """Return reason code -> meaning for the reason codes of a data set's unchanged rows."""
    given = {reason for counted in coverage.values() for reason in counted.reasons}
    return {code: meaning for code, meaning in REASONS.items() if code in given}


def _unchanged_in_test(manifest: Manifest) -> dict[str, dict[str, int]]:
    """Return config -> reason -> number of unchanged rows in its test split, most frequent first."""
    found = {}
    for name in manifest.configs:
        config = parse_config(name)
        counted = manifest.coverage.get(config.dataset, {}).get(config.perturbation)
        test = counted.splits.get("test") if counted else None
        found[name] = test.reasons if test and "perturbed" in config.parts("test") else {}
    return found


PROBLEM_TEXTS = ReleaseTexts(
    cards=card_texts,
    licence=lambda manifest: licence_text(manifest.sources, manifest.is_sample),
    evaluation=evaluation_text,
)
