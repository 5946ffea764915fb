"""The state of a repository on the Hub, and the client's errors in one line each."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from numdiag_datasets.core.errors import InputError

if TYPE_CHECKING:
    from huggingface_hub import RepoFile


Kind = Literal["dataset", "space", "model"]
_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*", re.ASCII)
#: The forms of tokens of the Hub.
_TOKEN = re.compile(r"hf_\w+|(?i:bearer)\s+\S+")
#: HTTP status -> its meaning for the person who publishes.
_MEANINGS = {
    401: "the Hub does not know you (401): run `hf auth login`, or mend HF_TOKEN",
    403: "your token may not do this (403): it needs write access to this namespace, or access to a gated repository",
    404: "there is no such repository or revision (404), or you may not see it",
    409: "somebody else made the same thing at the same time (409)",
    412: "somebody else has pushed since this command looked (412)",
    429: "the Hub limits how often you may ask (429); wait some minutes",
}


class HubError(InputError):
    """Raised if the Hub refused, could not be reached, or contains something unexpected."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last commit of a branch; empty if the repository does not exist yet.

    Attributes:
        oid: of the commit; "" if there is no repository.
        files: path -> file.
        tags: name -> commit.
    """

    oid: str = ""
    files: Mapping[str, RepoFile] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    def has(self, path: str, content: bytes) -> bool:
        """Return whether a file is there with this content."""
        from huggingface_hub.utils.sha import git_hash

        file = self.files.get(path)
        if file is None:
            return False
        if file.lfs:
            return bool(file.lfs.sha256 == hashlib.sha256(content).hexdigest())
        return bool(file.blob_id == git_hash(content))


def head_of(repo: str, kind: Kind = "dataset", revision: str = "main") -> Head:
    """Return the state of a branch; an empty one if the repository does not exist or is not visible.

    Raises:
        HubError: the name is not that of a repository, or the Hub cannot be asked.
    """
    # Imported here: the Hub's client is slow to load, and most commands do not need it.
    from huggingface_hub import HfApi, RepoFile
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError

    check_name(repo)
    api = HfApi()
    with hub_errors(repo, "nothing was changed"):
        try:
            # The commit is read first, so that ours is refused if somebody pushes meanwhile.
            oid = api.repo_info(repo, repo_type=kind, revision=revision).sha
        except RepositoryNotFoundError as error:
            if isinstance(error, GatedRepoError):  # it is there
                raise
            return Head()
        tree = api.list_repo_tree(repo, repo_type=kind, revision=oid, recursive=True)
        files = {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}
        tags = {
            tag.name: tag.target_commit for tag in api.list_repo_refs(repo, repo_type=kind).tags
        }
    return Head(oid or "", files, tags)


def check_name(repo: str) -> None:
    """Raise a `HubError` for a name that is not ``namespace/name``."""
    if not _NAME.fullmatch(repo):
        raise HubError(
            f"{repo!r} is no name of a repository: give namespace/name, such as you/numdiag"
        )


def url_of(repo: str, kind: Kind = "dataset") -> str:
    """Return the address of a repository."""
    from huggingface_hub import constants

    return f"{constants.ENDPOINT}/{'' if kind == 'model' else f'{kind}s/'}{repo}"


def require_login() -> None:
    """Raise a `HubError` if there is no token, since the Hub would refuse later."""
    from huggingface_hub import get_token

    if not get_token():
        raise HubError("you are not logged in to the Hub: run `hf auth login`, or set HF_TOKEN")


@contextmanager
def hub_errors(repo: str, state: str) -> Iterator[None]:
    """Turn any error of the client into a one-line `HubError` that ends with the current state."""
    from httpx2 import HTTPError
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    from numdiag_datasets.release.hub.http_timeouts import UnreachableError

    try:
        yield
    except HubError:
        raise
    # The others are raised for answers such as [] where an object is expected.
    except (
        HTTPError, OSError, RuntimeError, ValueError, TypeError, LookupError, AttributeError,
    ) as error:  # fmt: skip
        # An upload error from a thread is the cause of a RuntimeError.
        cause = (error.__cause__ if isinstance(error, RuntimeError) else error) or error
        if isinstance(cause, OfflineModeIsEnabled) and not isinstance(cause, UnreachableError):
            why = "the Hub is switched off by HF_HUB_OFFLINE"
        elif isinstance(cause, HfHubHTTPError):
            status = cause.response.status_code
            other = f"the Hub refused ({status}: {_one_line(cause.server_message)})"
            why = _MEANINGS.get(status, other)
            if status >= 500:
                why = f"the Hub has a fault of its own ({status})"
        elif isinstance(cause, HTTPError | OSError):
            why = f"the Hub cannot be reached ({_one_line(cause)})"
        elif isinstance(cause, TypeError | LookupError | AttributeError):
            why = "the Hub, or a file of its client in HF_HOME, gave an answer of another form than it documents"
        else:
            why = f"the Hub refused ({_one_line(cause)})"
        raise HubError(f"{repo}: {why}; {state}") from error


def quiet_without_terminal() -> None:
    """Disable the progress bars of huggingface_hub if stderr is not a terminal."""
    from huggingface_hub.utils import disable_progress_bars  # type: ignore[attr-defined]  # documented

    if not sys.stderr.isatty():
        disable_progress_bars()


def _one_line(message: object) -> str:
    """Return a message on one line, without URLs (they may be signed) and possible tokens."""
    text = _TOKEN.sub("...", " ".join(str(message or "no reason given").split()))
    return re.sub(r"https?://\S+", "...", text)[:200] or type(message).__name__
