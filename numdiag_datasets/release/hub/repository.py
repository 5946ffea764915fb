"""A repository on the Hub, with the operations that publishing needs; every failure becomes a one-line error."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import reading

if TYPE_CHECKING:
    from huggingface_hub import CommitInfo


Kind = Literal["dataset", "space", "model"]
_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*", re.ASCII)
_AGAIN = "run the same command again"
#: The forms of tokens of the Hub.
_TOKEN = re.compile(r"hf_\w+|(?i:bearer)\s+\S+")


class HubError(InputError):
    """Raised if the Hub refused, could not be reached, or contains something unexpected."""


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A local file, with the checksum that it had when it was checked."""

    path: Path
    sha256: str

    def read(self) -> bytes:
        """Return its content, which is the content that was checked.

        Raises:
            HubError: it cannot be read, or was changed since.
        """
        with reading(str(self.path), HubError):
            content = self.path.read_bytes()
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise HubError(
                f"{self.path}: was changed since it was checked; nothing was published, {_AGAIN}"
            )
        return content


#: The content of a file: a text, bytes, or a local file.
Content = str | bytes | LocalFile


def content_bytes(content: Content) -> bytes:
    """Return the bytes to send.

    Raises:
        HubError: see `LocalFile.read`.
    """
    if isinstance(content, LocalFile):
        return content.read()
    return content.encode() if isinstance(content, str) else content


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file as the Hub lists it: a large file by its sha256, a small one by git's sha1."""

    checksum: str
    is_large: bool

    def holds(self, content: Content) -> bool:
        """Return whether the file has this content."""
        if self.is_large and isinstance(content, LocalFile):
            return content.sha256 == self.checksum
        data = content_bytes(content)
        if self.is_large:
            return hashlib.sha256(data).hexdigest() == self.checksum
        # Imported here: the Hub's client is slow to load, and most commands do not need it.
        from huggingface_hub.utils.sha import git_hash

        return bool(git_hash(data) == self.checksum)


@dataclass(frozen=True, slots=True)
class Head:
    """The last commit of a branch; empty if the repository does not exist yet.

    Attributes:
        oid: of the commit; "" if there is no repository.
        files: path -> file.
        tags: name -> commit.
    """

    oid: str = ""
    files: Mapping[str, RemoteFile] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Repository:
    """A data set, a Space or a model on the Hub, identified by its name ``namespace/name``."""

    name: str
    kind: Kind = "dataset"

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise HubError(
                f"{self.name!r} is no name of a repository: give namespace/name, such as you/numdiag"
            )

    @property
    def url(self) -> str:
        from huggingface_hub import constants

        prefix = "" if self.kind == "model" else f"{self.kind}s/"
        return f"{constants.ENDPOINT}/{prefix}{self.name}"

    # --- reading ----------------------------------------------------------------------------------

    def head(self, revision: str = "main") -> Head:
        """Return the state of a branch; an empty one if the repository does not exist or is not visible.

        Raises:
            HubError: the Hub cannot be asked.
        """
        from huggingface_hub import HfApi, RepoFile
        from huggingface_hub.errors import RepositoryNotFoundError

        api = HfApi()
        with self.told("nothing was changed"):
            try:
                # The commit is read first, so that ours is refused if somebody pushes meanwhile.
                oid = api.repo_info(self.name, repo_type=self.kind, revision=revision).sha
            except RepositoryNotFoundError:
                return Head()
            tree = api.list_repo_tree(
                self.name, repo_type=self.kind, revision=oid, recursive=True, expand=False
            )
            files = {
                entry.path: RemoteFile(
                    entry.lfs.sha256 if entry.lfs else entry.blob_id, bool(entry.lfs)
                )
                for entry in tree
                if isinstance(entry, RepoFile)
            }
            refs = api.list_repo_refs(self.name, repo_type=self.kind)
        return Head(oid or "", files, {tag.name: tag.target_commit for tag in refs.tags})

    def read(self, path: str, revision: str) -> bytes:
        """Return the content of a small file.

        Raises:
            HubError: it cannot be fetched.
        """
        from huggingface_hub import HfApi

        with self.told("nothing was changed"):
            local = HfApi().hf_hub_download(self.name, path, repo_type=self.kind, revision=revision)
            return Path(local).read_bytes()

    def open_requests(self, title: str) -> list[int]:
        """Return the numbers of the open pull requests with this title.

        Raises:
            HubError: the Hub cannot be asked.
        """
        from huggingface_hub import HfApi

        with self.told("nothing was changed"):
            found = HfApi().get_repo_discussions(
                self.name,
                repo_type=self.kind,
                discussion_type="pull_request",
                discussion_status="open",
            )
            return [request.num for request in found if request.title == title]

    # --- writing ----------------------------------------------------------------------------------

    def require_login(self) -> None:
        """Raise an error early if there is no token, since the Hub would refuse later.

        Raises:
            HubError: there is no token.
        """
        from huggingface_hub import get_token

        if not get_token():
            raise HubError("you are not logged in to the Hub: run `hf auth login`, or set HF_TOKEN")

    def create(self, private: bool) -> None:
        """Create the repository; one that was created meanwhile is accepted.

        Raises:
            HubError: it cannot be created.
        """
        from huggingface_hub import HfApi

        with self.told("nothing was published"):
            HfApi().create_repo(
                self.name,
                repo_type=self.kind,
                private=private,
                exist_ok=True,
                space_sdk="static" if self.kind == "space" else None,
            )

    def commit(
        self,
        added: Mapping[str, Content],
        deleted: Sequence[str],
        title: str,
        parent: str,
        create_pr: bool = False,
    ) -> CommitInfo:
        """Change all files in one commit on top of ``parent``.

        Raises:
            HubError: it was refused, somebody else committed since, its outcome is unknown, or a local file was
                changed since it was checked.
        """
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi

        operations: list[CommitOperationAdd | CommitOperationDelete] = [
            # Bytes, so that the hashed content is sent: the client reads a file twice, and late.
            CommitOperationAdd(path, content_bytes(content))
            for path, content in added.items()
        ]
        operations += [CommitOperationDelete(path) for path in deleted]
        with self.told(f"{_AGAIN}: it goes on from what has arrived"):
            return HfApi().create_commit(
                self.name,
                operations,
                commit_message=title,
                repo_type=self.kind,
                parent_commit=parent,
                create_pr=create_pr,
            )

    def tag(self, name: str, oid: str) -> None:
        """Tag a commit permanently.

        Raises:
            HubError: it cannot be tagged, or somebody else used the tag meanwhile.
        """
        from huggingface_hub import HfApi

        with self.told(f"the commit is there but has no tag yet; {_AGAIN}"):
            HfApi().create_tag(self.name, tag=name, revision=oid, repo_type=self.kind)

    # --- failures ---------------------------------------------------------------------------------

    @contextmanager
    def told(self, state: str) -> Iterator[None]:
        """Turn any error of the client into a one-line `HubError` that ends with the current state."""
        from httpx2 import HTTPError
        from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

        from numdiag_datasets.release.hub.http_timeouts import UnreachableError

        try:
            yield
        except HubError:
            raise
        except (TypeError, LookupError, AttributeError) as error:  # [] where an object is expected
            raise HubError(
                f"{self.name}: the Hub answered with something that is no answer to this ({_one_line(error)}); {state}"
            ) from error
        except (HTTPError, OSError, RuntimeError, ValueError) as error:
            # An upload error from a thread is the cause of a RuntimeError.
            cause = error.__cause__ if isinstance(error, RuntimeError) else error
            if isinstance(cause, OfflineModeIsEnabled) and not isinstance(cause, UnreachableError):
                why = "the Hub is switched off by HF_HUB_OFFLINE"
            elif isinstance(cause, HfHubHTTPError):
                why = _refusal(cause.response.status_code, cause.server_message)
            elif isinstance(cause, HTTPError | OSError):
                why = f"the Hub cannot be reached ({_one_line(cause)})"
            else:
                why = f"the Hub refused ({_one_line(cause or error)})"
            raise HubError(f"{self.name}: {why}; {state}") from error


def quiet_without_terminal() -> None:
    """Disable the progress bars of huggingface_hub if stderr is not a terminal."""
    from huggingface_hub.utils import disable_progress_bars  # type: ignore[attr-defined]  # documented

    if not sys.stderr.isatty():
        disable_progress_bars()


def _refusal(status: int, message: str | None) -> str:
    """Return the meaning of an HTTP error of the Hub for the person who publishes."""
    meanings = {
        401: "the Hub does not know you (401): run `hf auth login`, or mend HF_TOKEN",
        403: "your token may not do this (403): it needs write access to this namespace",
        404: "there is no such repository or revision (404), or you may not see it",
        409: "somebody else made the same thing at the same time (409)",
        412: "somebody else has pushed since this command looked (412)",
        429: "the Hub limits how often you may ask (429); wait some minutes",
    }
    if status >= 500:
        return f"the Hub has a fault of its own ({status})"
    return meanings.get(status, f"the Hub refused ({status}: {_one_line(message)})")


def _one_line(message: object) -> str:
    """Return a message on one line, without URLs (they may be signed) and possible tokens."""
    text = _TOKEN.sub("...", " ".join(str(message or "no reason given").split()))
    return re.sub(r"https?://\S+", "...", text)[:200] or type(message).__name__
