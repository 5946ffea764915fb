"""Publishing: the changes on the Hub, whether they are allowed, and one commit that makes them.

All foreseeable failures happen before the commit; the commit is all or nothing; the tag comes last.
After a failure at any point, running the same command again leads to the same state.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets._version import __version__
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.input_files import file_bytes
from numdiag_datasets.core.manifest import (
    MANIFEST,
    Manifest,
    ReleaseError,
    parse_manifest,
    read_manifest,
)
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.versions import Level, least_version, parse_version
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.differences import Differences, compare
from numdiag_datasets.release.hub.download import fetch_file, fetch_release
from numdiag_datasets.release.hub.repository import (
    Head,
    HubError,
    Kind,
    head_of,
    hub_errors,
    quiet_without_terminal,
    require_login,
    url_of,
)
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.release_types import ReleaseType
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.release.verify.directory import verify

if TYPE_CHECKING:
    from huggingface_hub import CommitInfo

_AGAIN = "run the same command again"
#: Files that the Hub itself puts into a new repository.
_OF_THE_HUB = {".gitattributes", "README.md"}


@dataclass(frozen=True, slots=True)
class Push:
    """A planned push.

    Attributes:
        repo, kind, head: the target, and its current state.
        title: of the commit.
        added: path -> content of every new or changed file.
        deleted: files of an earlier release that this one does not have.
        foreign: files that belong to no release; they stay.
        tag: the tag to create; "" if none was requested, or if it exists already.
        private: whether to make a new repository private.
        create_pr: propose the commit in a pull request.
    """

    repo: str
    kind: Kind
    head: Head
    title: str
    added: Mapping[str, bytes]
    deleted: Sequence[str]
    foreign: Sequence[str]
    tag: str = ""
    private: bool = False
    create_pr: bool = False

    @property
    def url(self) -> str:
        return url_of(self.repo, self.kind)

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
    repo: str,
    directory: Path,
    *,
    release_type: ReleaseType = PROBLEM_RELEASE,
    datasets: Sequence[str] = (),
    tag: str = "",
    create_pr: bool = False,
    private: bool = False,
    num_proc: int = 1,
    progress: Progress = no_progress,
) -> ReleasePush:
    """Verify a release and find the changes that publishing it would make.

    Args:
        repo: the data set on the Hub, ``namespace/name``.
        directory: the release.
        release_type: its type.
        datasets: publish only these; all if empty.
        tag: the name for the commit, such as ``v1.1.0``.
        create_pr: propose the commit in a pull request.
        private: make the repository private if it does not exist yet.
        num_proc: processes of the verification.
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
    if tag not in ("", f"v{__version__}"):
        raise HubError(
            f"--tag {tag}: the release is version {__version__}, so its tag is v{__version__}"
        )
    manifest = select_datasets(manifest, datasets) if datasets else manifest
    head = head_of(repo)  # first, so that a failing Hub is reported before the release is verified
    violations = verify(directory, "", num_proc, progress, release_type, again=False).violations
    if violations:
        raise ReleaseError(
            f"{directory}: breaks {len(violations)} of its promises, first {violations[0].place}: "
            f"{violations[0].what}; `numdiag verify {directory}` lists them"
        )
    published, differences = _compare_with_hub(repo, head, directory, manifest, progress)
    contents = {path: _checked(directory / path, s.sha256) for path, s in manifest.files.items()}
    texts = release_type.texts.text_files(manifest, directory, repo, num_proc)
    contents |= {path: text.encode() for path, text in texts.items()}
    owned = [*published.files, *contents] if published else list(contents)
    title = f"Release {manifest.version}"
    push = plan_push(repo, "dataset", head, contents, owned, title, tag, private, create_pr)
    return ReleasePush(push, manifest, published, differences)


def _checked(path: Path, sha256: str) -> bytes:
    """Return the content of a file, which is the content that was verified."""
    content = file_bytes(path, HubError)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise HubError(f"{path}: was changed since it was checked; nothing was published")
    return content


def plan_push(
    repo: str,
    kind: Kind,
    head: Head,
    contents: Mapping[str, bytes],
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
    added = {path: content for path, content in contents.items() if not head.has(path, content)}
    deleted = [path for path in owned if path in head.files and path not in contents]
    foreign = [path for path in head.files if path not in owned and path != ".gitattributes"]
    if tag in head.tags:
        if added or deleted or head.tags[tag] != head.oid:
            raise HubError(
                f"{repo}: the tag {tag} is taken by commit {head.tags[tag][:8]}, and tags are for ever; "
                "a new release needs a new version"
            )
        tag = ""
    return Push(repo, kind, head, title, added, deleted, foreign, tag, private, create_pr)


def carry_out(push: Push) -> str:
    """Make the commit and the tag; return the address of the result.

    Raises:
        HubError: part of it failed; the message explains the remedy.
    """
    from huggingface_hub import HfApi

    require_login()
    oid, url = push.head.oid, push.url
    if not oid:
        create_repo(push.repo, push.kind, push.private)
        made_now = head_of(push.repo, push.kind)
        if set(made_now.files) - _OF_THE_HUB:
            raise HubError(f"{push.repo}: was made by somebody else meanwhile; look at it first")
        oid = made_now.oid
    if push.has_changes:
        if push.create_pr and (number := _same_request(push)):
            return f"{push.url}/discussions/{number}"
        made = commit(
            push.repo, push.kind, push.added, push.deleted, push.title, oid or None, push.create_pr
        )
        oid, url = made.oid, made.pr_url or f"{url}/commit/{made.oid}"
    if push.tag:
        with hub_errors(push.repo, f"the commit is there but has no tag yet; {_AGAIN}"):
            HfApi().create_tag(push.repo, tag=push.tag, revision=oid, repo_type=push.kind)
        if head_of(push.repo, push.kind).tags.get(push.tag) != oid:
            raise HubError(
                f"{push.repo}: the Hub took the tag {push.tag}, but does not show it on the commit; {_AGAIN}"
            )
        url = f"{push.url}/tree/{push.tag}"
    return url


def _same_request(push: Push) -> int | None:
    """Return the number of an open pull request with the same changes, such as after a lost connection."""
    from huggingface_hub import HfApi

    with hub_errors(push.repo, "nothing was changed"):
        found = HfApi().get_repo_discussions(
            push.repo,
            repo_type=push.kind,
            discussion_type="pull_request",
            discussion_status="open",
        )
        numbers = [request.num for request in found if request.title == push.title]
    for number in numbers:
        head = head_of(push.repo, push.kind, f"refs/pr/{number}")
        same = all(head.has(path, content) for path, content in push.added.items())
        if same and head.files.keys().isdisjoint(push.deleted):
            return number
    return None


def create_repo(repo: str, kind: Kind, private: bool) -> None:
    """Create a repository; one that exists is accepted.

    Raises:
        HubError: it cannot be created.
    """
    from huggingface_hub import HfApi

    sdk = "static" if kind == "space" else None
    with hub_errors(repo, "nothing was published"):
        HfApi().create_repo(repo, repo_type=kind, private=private, exist_ok=True, space_sdk=sdk)


def commit(
    repo: str,
    kind: Kind,
    added: Mapping[str, bytes | Path],
    deleted: Sequence[str],
    title: str,
    parent: str | None = None,
    create_pr: bool = False,
) -> CommitInfo:
    """Change all files in one commit on top of ``parent``; files that are there already are not sent again.

    Raises:
        HubError: it was refused, somebody else committed since, its outcome is unknown, or the Hub left files out or changed them.
    """
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi

    quiet_without_terminal()
    with hub_errors(repo, f"{_AGAIN}: it goes on from what has arrived"):
        operations: list[CommitOperationAdd | CommitOperationDelete] = [
            *(CommitOperationAdd(path, content) for path, content in added.items()),
            *(CommitOperationDelete(path) for path in deleted),
        ]
        with warnings.catch_warnings(record=True) as told:  # the Hub's remarks on a card
            warnings.simplefilter("always", UserWarning)
            made = HfApi().create_commit(
                repo, operations, commit_message=title, repo_type=kind, parent_commit=parent, create_pr=create_pr
            )  # fmt: skip
    for remark in told:
        if remark.category is UserWarning:  # others are for developers
            say(f"{repo}: {' '.join(str(remark.message).split()):.300}", to_log=True)
    # The client leaves out what a .gitignore there names, without a word.
    arrived = head_of(repo, kind, f"refs/pr/{made.pr_num}" if create_pr else made.oid)
    if missing := [path for path in added if path not in arrived.files]:
        raise HubError(
            f"{repo}: the Hub did not take {some(missing)}; does a .gitignore there name them?"
        )
    sent = {path: content for path, content in added.items() if isinstance(content, bytes)}
    if other := [path for path, content in sent.items() if not arrived.has(path, content)]:
        raise HubError(f"{repo}: the Hub has other content than was sent for {some(other)}")
    return made


def _compare_with_hub(
    repo: str,
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
        others = sorted(set(head.files) - _OF_THE_HUB)
        if others:
            raise HubError(
                f"{repo}: holds files but no {MANIFEST} ({', '.join(others[:3])}), so it is no numdiag "
                "release; nothing was changed"
            )
        return None, None
    place = f"{repo}@{head.oid[:8]}: {MANIFEST}"
    published = parse_manifest(fetch_file(repo, MANIFEST, head.oid), place)
    if published.holds != manifest.holds:
        raise HubError(
            f"{repo}: holds a release of {published.holds}, not of {manifest.holds}; push this one to a "
            "repository of its own"
        )
    version, old_version = parse_version(manifest.version), parse_version(published.version)
    if version and old_version and version < old_version:
        raise ReleaseError(
            f"{repo}: holds version {published.version}, which is newer than {manifest.version}"
        )
    if _data(published) == _data(manifest):
        return published, None
    try:
        differences = compare(fetch_release(repo, head.oid), directory, progress, manifest)
    except ReleaseError:  # the release on the Hub is damaged, and publishing repairs it
        return published, None
    if differences.level > Level.NONE and version == old_version:
        least = least_version(published.version, differences.level)
        configs = len(differences.new_configs) + len(differences.lost_configs)
        changed = f"{len(differences.rows):,} rows, {configs} configs more or fewer"
        raise ReleaseError(
            f"{repo}: data changed ({changed}) but the version is still "
            f"{published.version}; make it {least} or more, build again and push that"
        )
    return published, differences


def _data(manifest: Manifest) -> tuple[object, object]:
    return manifest.configs, {path: stored.sha256 for path, stored in manifest.files.items()}
