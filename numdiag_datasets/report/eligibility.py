"""Results eligible for a leaderboard, on whole test splits of one release; others with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import DATASETS, dataset_of
from numdiag_datasets.core.versions import parse_version
from numdiag_datasets.report.formats import one_line
from numdiag_datasets.report.outcomes import Outcome, System
from numdiag_datasets.report.resample_tables import is_draw
from numdiag_datasets.scoring.signature import Signature

_UNKNOWN = ("", "unknown")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A result that is not ranked, with the reason."""

    outcome: Outcome
    reason: str


@dataclass(frozen=True, slots=True)
class _Group:
    """Results of one system on one data set, measured alike: in one release, by one version, in one mode."""

    system: System
    release: str
    version: str
    measured: tuple[str, str]
    outcomes: tuple[Outcome, ...]

    @property
    def data(self) -> dict[str, set[str]]:
        """Config -> names of its rows; more than one only if benchmarks of several seeds are mixed."""
        found: dict[str, set[str]] = {}
        for outcome in self.outcomes:
            found.setdefault(outcome.result.config, set()).add(_rows_of(outcome))
        return found

    @property
    def rows(self) -> str:
        """The number of originals."""
        found = [o.result for o in self.outcomes if o.result.config == o.result.dataset]
        return found[0].signature.rows

    @property
    def has_checksums(self) -> bool:
        return all("@" in outcome.result.signature.data for outcome in self.outcomes)


def eligible(outcomes: Iterable[Outcome]) -> tuple[list[Outcome], list[Refusal]]:
    """Return the results of problems that may be ranked, in the given order, and the others with a reason.

    For each data set, the newest release known to this version of numdiag is ranked, with results of other
    releases that have identical rows. Resamples of a split are ignored.
    """
    given = [o for o in outcomes if o.result.dataset in DATASETS and not is_draw(o)]
    faults = {id(outcome): _fault(outcome) for outcome in given}
    refusals = [Refusal(outcome, fault) for outcome in given if (fault := faults[id(outcome)])]
    for dataset in DATASETS:
        sound = [o for o in given if o.result.dataset == dataset and not faults[id(o)]]
        refusals += _beside_the_others(sound, dataset)
    refused = {id(refusal.outcome) for refusal in refusals}
    return [outcome for outcome in given if id(outcome) not in refused], refusals


def release_of(signature: Signature) -> str:
    """Return the release in a signature: a version, or a commit of the Hub."""
    return signature.data.partition("@")[0]


def age(version: str) -> tuple[int, ...]:
    """Return a sort key: the newest version first; commits, which are not versions, last."""
    parsed = parse_version(version)
    return tuple(-part for part in parsed.release) if parsed else (1,)


def _rows_of(outcome: Outcome) -> str:
    """Return an identifier of the rows: their checksum, equal in every release that has them, or a commit."""
    data = outcome.result.signature.data
    return data.partition("@")[2] or data


def _fault(outcome: Outcome) -> str:
    """Return why a result cannot be ranked, considered alone; "" if it can."""
    made = outcome.result
    signature = made.signature
    if not str(signature):
        return "it has no signature, so nothing is known of how it was measured"
    if signature.data in _UNKNOWN:
        return "its data are unknown: score it in a release, or name the revision"
    if signature.partial:
        return f"it is over some of the rows only ({one_line(signature.partial)})"
    if not signature.version:
        return "its signature does not say which version of numdiag scored it"
    if signature.config != made.config:
        return f"its signature is that of {one_line(signature.config) or 'no config'}"
    if not signature.rows or signature.rows != str(made.scores.get("rows")):
        return (
            f"its scores are over {made.scores.get('rows', 'unknown')} rows, its signature says "
            f"{one_line(signature.rows) or 'nothing'}"
        )
    known = parse_version(__version__)
    for version in (signature.version, release_of(signature)):
        stated = parse_version(version)
        if known and stated and stated > known:
            return f"{one_line(version)} is newer than this numdiag, {__version__}, which ranks what it knows"
    return ""


def _beside_the_others(sound: Sequence[Outcome], dataset: str) -> Iterator[Refusal]:
    """Yield the results of a data set that cannot be compared with those ranked."""
    by_group: dict[tuple[System, str, str, tuple[str, str]], list[Outcome]] = {}
    for outcome in sound:
        signature = outcome.result.signature
        measured = (signature.mode, signature.tolerance)
        key = (outcome.system, release_of(signature), signature.version, measured)
        by_group.setdefault(key, []).append(outcome)
    groups = []
    for (system, release, version, measured), found in by_group.items():
        group = _Group(system, release, version, measured, tuple(found))
        if reason := _why_no_group(group, dataset):
            yield from (Refusal(outcome, reason) for outcome in found)
        else:
            groups.append(group)
    yield from _apart_from_the_first(sorted(groups, key=lambda group: _rank(group, groups)))


def _why_no_group(group: _Group, dataset: str) -> str:
    """Return why results of one system do not form a group; "" if they do."""
    data = group.data
    if dataset not in data:
        return f"no originals of {dataset} were scored with it, in the same release and by the same version"
    mixed = [config for config, names in data.items() if len(names) > 1]
    return f"its results on {mixed[0]} are over different data" if mixed else ""


def _rank(group: _Group, groups: Sequence[_Group]) -> tuple[object, ...]:
    """Return a sort key; the first group determines the ranked data.

    Whole data come before the sample, then the newest versions, official scoring, and data shared by most
    systems.
    """
    alike = {
        other.system
        for other in groups
        if other.measured == group.measured and not _differs(other.data, group.data)
    }
    return (
        group.system.is_sample,
        age(group.release),
        age(group.version),
        group.measured[0] != "official",
        -len(alike),
    )


def _apart_from_the_first(groups: Sequence[_Group]) -> Iterator[Refusal]:
    """Yield the results that cannot be compared with the first group and the compatible ones after it."""
    data: dict[str, set[str]] = {}
    taken: dict[System, _Group] = {}
    for group in groups:
        if reason := _why_not(group, groups[0], data, taken.get(group.system)):
            yield from (Refusal(outcome, reason) for outcome in group.outcomes)
            continue
        taken[group.system] = group
        for config, names in group.data.items():
            data.setdefault(config, set()).update(names)
        for outcome in group.outcomes:
            if (found := outcome.result.signature.rows) != groups[0].rows:
                yield Refusal(
                    outcome, f"it is over {one_line(found)} rows, the others over {groups[0].rows}"
                )


def _why_not(
    group: _Group, first: _Group, data: Mapping[str, set[str]], other: _Group | None
) -> str:
    """Return why a group is not ranked together with the first; "" if it is."""
    if config := _differs(group.data, data):
        return _other_data(group, first, config)
    if group.rows != first.rows:
        return f"its originals are {one_line(group.rows)} rows, those of the others {first.rows}"
    if group.measured != first.measured:
        ways = [one_line(", ".join(filter(None, g.measured))) or "unknown" for g in (group, first)]
        return f"answers were compared in another way ({ways[0]}, not {ways[1]})"
    if other:
        return (
            f"the same system was scored by numdiag {one_line(other.version)} too, which is ranked"
        )
    return ""


def _other_data(group: _Group, first: _Group, config: str) -> str:
    """Return why data differ on a config."""
    if group.system.is_sample and not first.system.is_sample:
        return "it is on the bundled sample, the others on whole data"
    if group.has_checksums != first.has_checksums:
        return "a revision of the Hub names its data, checksums those of the others: score both in one release"
    release, ranked = one_line(group.release), one_line(first.release)
    if release == ranked:
        return f"of release {release} as the others, but with other rows of {config}"
    return (
        f"of release {release}, whose rows of {config} are not those of {ranked}, which is ranked"
    )


def _differs(data: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> str:
    """Return a config with different rows in both, or "".

    Perturbed configs come first, since originals change least.
    """
    shared = [config for config in data if config in other and data[config] != other[config]]
    return max(shared, key=lambda config: config != dataset_of(config), default="")
