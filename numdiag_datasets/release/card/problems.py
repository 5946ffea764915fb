"""The card of a release of problems: YAML that `load_dataset` reads, and text that people read; all generated."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.perturbations.reasons import REASONS
from numdiag_datasets.problems.rows import COLUMNS
from numdiag_datasets.release.card import licences
from numdiag_datasets.release.card.audit import load_readings
from numdiag_datasets.release.card.examples import card_examples
from numdiag_datasets.release.card.metadata import problem_metadata
from numdiag_datasets.release.card.parts import card
from numdiag_datasets.release.configs import SETTINGS, parse_config
from numdiag_datasets.release.manifest import Manifest, PerturbationCoverage
from numdiag_datasets.release.shortcuts.measure import problem_shortcuts
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES
from numdiag_datasets.release.shortcuts.tables import problem_tables
from numdiag_datasets.sources import DATA_SETS, data_set_of

_TEMPLATE = Path(__file__).with_name("card.md.jinja")


def card_text(manifest: Manifest, directory: Path, repo: str) -> str:
    """Return the card of a release: configs, counts, coverage, examples, shortcuts, licences.

    Args:
        manifest: of the release, or of some data sets of it.
        directory: where its Parquet files are.
        repo: what users give to `load_dataset`.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    counted = [c for row in manifest.coverage.values() for c in row.values()]
    return card(
        _TEMPLATE,
        manifest,
        problem_metadata(manifest),
        repo=repo,
        data_sets=[data_set_of(dataset) for dataset in manifest.sources],
        licences={name: data_set.licence for name, data_set in DATA_SETS.items()},
        origins={name: data_set.origin for name, data_set in DATA_SETS.items()},
        examples=card_examples(manifest, directory),
        shortcuts=problem_tables(problem_shortcuts(directory, manifest)),
        strategies=STRATEGIES,
        unchanged=_unchanged_in_test(manifest),
        is_sample=manifest.is_sample,
        columns=COLUMNS,
        perturbations=FORMS,
        settings=SETTINGS,
        reasons={name: _reasons_given(row) for name, row in manifest.coverage.items()},
        has_rules=any(c.rules for c in counted),
        parse_config=parse_config,
        readings=[
            r for r in load_readings() if r.perturbation in manifest.coverage.get(r.dataset, {})
        ],
    )


def _reasons_given(coverage: dict[str, PerturbationCoverage]) -> dict[str, str]:
    """Reason code -> meaning, of those that the perturbations of a data set gave."""
    given = {reason for counted in coverage.values() for reason in counted.reasons}
    return {code: meaning for code, meaning in REASONS.items() if code in given}


def _unchanged_in_test(manifest: Manifest) -> dict[str, dict[str, int]]:
    """Config -> reason -> rows of its test split that are unchanged for it, the most first."""
    found = {}
    for name in manifest.configs:
        config = parse_config(name)
        counted = manifest.coverage.get(config.dataset, {}).get(config.perturbation)
        test = counted.splits.get("test") if counted else None
        reasons = test.reasons if test and "perturbed" in config.parts("test") else {}
        found[name] = dict(sorted(reasons.items(), key=lambda item: -item[1]))
    return found


def licence_text(manifest: Manifest) -> str:
    """The LICENSE file of a release; see `licences.licence_text`."""
    return licences.licence_text(manifest.sources, manifest.is_sample)
