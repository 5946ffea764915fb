"""Publishing: the changes on the Hub, whether they are allowed, and one commit that makes them.

All foreseeable failures happen before the commit; the commit is all or nothing; the tag comes last.
After a failure at any point, running the same command again leads to the same state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets._version import __version__
from numdiag_datasets.core.manifest import (
    MANIFEST,
    Manifest,
    ReleaseError,
    parse_manifest,
    read_manifest,
)
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.versions import Level, least_version, parse_version
from numdiag_datasets.release.differences import Differences, compare
from numdiag_datasets.release.hub.download import fetch_release
from numdiag_datasets.release.hub.repository import (
    Content,
    Head,
    HubError,
    LocalFile,
    Repository,
    quiet_without_terminal,
)
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.release_types import ReleaseType
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.release.verify.directory import verify

_TAG = re.compile(r"\w[\w-]*(\.[\w-]+)*", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_NO_TAGS = ("main", "master", "head")


@dataclass(frozen=True, slots=True)
class Push:
    """A planned push.

    Attributes:
        repository, head: the target, and its current state.
        title: of the commit.
        added: path -> content of every new or changed file.
        deleted: files of an earlier release that this one does not have.
        foreign: files that belong to no release; they stay.
        tag: the tag to create; "" if none was requested, or if it exists already.
        private: whether to make a new repository private.
        create_pr: propose the commit in a pull request.
    """

    repository: Repository
    head: Head
    title: str
    added: Mapping[str, Content]
    deleted: Sequence[str]
    foreign: Sequence[str]
    tag: str = ""
    private: bool = False
    create_pr: bool = False

    @property
    def has_changes(self) -> bool:
        return bool(self.added or self.deleted)

    @property
    def is_done(self) -> bool:
        return not self.has_changes and not self.tag


@dataclass(frozen=True, slots=True)
class ReleasePush:
    """A planned push of a release, and its meaning for users.

    Attributes:
        push: see `Push`.
        manifest: of the release to publish.
        published: the manifest on the Hub, if a release is there.
        differences: from the release on the Hub; None if there is none, if its data is the same, or if
            it is damaged.
    """

    push: Push
    manifest: Manifest
    published: Manifest | None
    differences: Differences | None


def plan_release(
    repository: Repository,
    directory: Path,
    *,
    release_type: ReleaseType = PROBLEM_RELEASE,
    datasets: Sequence[str] = (),
    tag: str = "",
    create_pr: bool = False,
    private: bool = False,
    progress: Progress = no_progress,
) -> ReleasePush:
    """Verify a release and find the changes that publishing it would make.

    Args:
        repository: the target.
        directory: the release.
        release_type: its type.
        datasets: publish only these; all if empty.
        tag: the name for the commit, such as ``v1.1.0``.
        create_pr: propose the commit in a pull request.
        private: make the repository private if it does not exist yet.
        progress: called with (what, done, total).

    Raises:
        ReleaseError: the release has violations, or its data changed without a new version.
        HubError: the Hub cannot be asked, or contains something else.
    """
    manifest = read_manifest(directory)
    if manifest.version != __version__:
        raise ReleaseError(
            f"{directory}: was built by numdiag {manifest.version}, and this is {__version__}; build it again"
        )
    if not manifest.facts.get("may_be_published", True):
        raise ReleaseError(
            f"{directory}: holds files of others that may not be redistributed "
            f"({', '.join(manifest.configs)}); build it without them to publish the rest"
        )
    if create_pr and tag:
        raise HubError(
            "--tag names a commit of the main branch: merge the pull request first, then push with --tag"
        )
    if tag and not _is_tag(tag):
        raise HubError(f"--tag {tag}: is no name for a tag; name the version, v{__version__}")
    version = parse_version(tag)
    if version and version != parse_version(__version__):
        raise HubError(
            f"--tag {tag}: the release is version {__version__}, so its tag is v{__version__}"
        )
    manifest = select_datasets(manifest, datasets) if datasets else manifest
    head = repository.head()  # first, so that a failing Hub is reported before minutes of verifying
    violations = verify(directory, progress=progress, release_type=release_type).violations
    if violations:
        raise ReleaseError(
            f"{directory}: breaks {len(violations)} of its promises, first {violations[0].place}: "
            f"{violations[0].what}; `numdiag verify {directory}` lists them"
        )
    published, differences = _compare_with_hub(repository, head, directory, manifest, progress)
    contents: dict[str, Content] = {
        path: LocalFile(directory / path, stored.sha256) for path, stored in manifest.files.items()
    }
    contents |= release_type.texts.text_files(manifest, directory, repository.name)
    owned = [*published.files, *contents] if published else list(contents)
    push = plan_push(
        repository, head, contents, owned, f"Release {manifest.version}", tag, private, create_pr
    )
    return ReleasePush(push, manifest, published, differences)


def _is_tag(name: str) -> bool:
    """Return whether git and the Hub accept a name as a tag that cannot be taken for a branch, commit or path."""
    is_taken = name.lower() in _NO_TAGS or _COMMIT.fullmatch(name)
    return bool(_TAG.fullmatch(name)) and not name.endswith(".lock") and not is_taken


def plan_push(
    repository: Repository,
    head: Head,
    contents: Mapping[str, Content],
    owned: Sequence[str],
    title: str,
    tag: str = "",
    private: bool = False,
    create_pr: bool = False,
) -> Push:
    """Find the differences between contents and the Hub.

    Args:
        owned: files that may be deleted there.

    Raises:
        HubError: the tag names another commit.
    """
    added = {
        path: content
        for path, content in contents.items()
        if path not in head.files or not head.files[path].holds(content)
    }
    deleted = [path for path in owned if path in head.files and path not in contents]
    foreign = [path for path in head.files if path not in owned and path != ".gitattributes"]
    if tag in head.tags:
        if added or deleted or head.tags[tag] != head.oid:
            raise HubError(
                f"{repository.name}: the tag {tag} is taken by commit {head.tags[tag][:8]}, and tags are for ever; "
                "a new release needs a new version"
            )
        tag = ""
    return Push(repository, head, title, added, deleted, foreign, tag, private, create_pr)


def carry_out(push: Push) -> str:
    """Make the commit and the tag; return the address of the result.

    Raises:
        HubError: part of it failed; the message explains the remedy.
    """
    repository = push.repository
    repository.require_login()
    quiet_without_terminal()
    head = push.head
    if not head.oid:
        repository.create(push.private)
        head = repository.head()
        if set(head.files) - {".gitattributes", "README.md"}:
            raise HubError(
                f"{repository.name}: was made by somebody else meanwhile; look at it first"
            )
    oid, url = head.oid, repository.url
    if push.has_changes:
        if push.create_pr and (number := _same_request(push)):
            return f"{repository.url}/discussions/{number}"
        made = repository.commit(push.added, push.deleted, push.title, head.oid, push.create_pr)
        oid = made.oid
        url = made.pr_url if push.create_pr and made.pr_url else f"{repository.url}/commit/{oid}"
    if push.tag:
        repository.tag(push.tag, oid)
        url = f"{repository.url}/tree/{push.tag}"
    return url


def _same_request(push: Push) -> int | None:
    """Return the number of an open pull request with the same changes, such as after a lost connection."""
    for number in push.repository.open_requests(push.title):
        files = push.repository.head(f"refs/pr/{number}").files
        same = all(path in files and files[path].holds(new) for path, new in push.added.items())
        if same and not any(path in files for path in push.deleted):
            return number
    return None


def _compare_with_hub(
    repository: Repository,
    head: Head,
    directory: Path,
    manifest: Manifest,
    progress: Progress,
) -> tuple[Manifest | None, Differences | None]:
    """Return the manifest on the Hub, and the differences from it.

    Raises:
        HubError: the repository contains something other than a release.
        ReleaseError: data changed without a new version, or the version is older.
    """
    if MANIFEST not in head.files:
        others = sorted(set(head.files) - {".gitattributes", "README.md"})
        if others:
            raise HubError(
                f"{repository.name}: holds files but no {MANIFEST} ({', '.join(others[:3])}), so it is no numdiag "
                "release; nothing was changed"
            )
        return None, None
    place = f"{repository.name}@{head.oid[:8]}: {MANIFEST}"
    published = parse_manifest(repository.read(MANIFEST, head.oid), place)
    if published.holds != manifest.holds:
        raise HubError(
            f"{repository.name}: holds a release of {published.holds}, not of {manifest.holds}; push this one to a "
            "repository of its own"
        )
    version, old_version = parse_version(manifest.version), parse_version(published.version)
    if version and old_version and version < old_version:
        raise ReleaseError(
            f"{repository.name}: holds version {published.version}, which is newer than {manifest.version}"
        )
    if _data(published) == _data(manifest):
        return published, None
    try:
        differences = compare(fetch_release(repository, head.oid), directory, progress, manifest)
    except ReleaseError:  # the release on the Hub is damaged, and publishing repairs it
        return published, None
    if differences.level > Level.NONE and version == old_version:
        least = least_version(published.version, differences.level)
        raise ReleaseError(
            f"{repository.name}: data changed ({_count(differences)}) but the version is still "
            f"{published.version}; make it {least} or more, build again and push that"
        )
    return published, differences


def _data(manifest: Manifest) -> tuple[object, object]:
    return manifest.configs, {path: stored.sha256 for path, stored in manifest.files.items()}


def _count(differences: Differences) -> str:
    configs = len(differences.new_configs) + len(differences.lost_configs)
    return f"{len(differences.rows):,} rows, {configs} configs more or fewer"
