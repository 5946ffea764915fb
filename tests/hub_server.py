"""A small Hugging Face Hub on 127.0.0.1, in memory, for the real clients; `Hub.fault` refuses a request or cuts its connection."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, unquote, urlsplit

TOKEN = "hf_secretsecretsecret"  # noqa: S105  # of this server only
_WHEN = "2026-01-01T00:00:00.000Z"
_ATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"

#: What to do with a request: nothing, answer this status, these bytes or these words of an error, or cut
#: the connection "before" it is carried out or "after" it.
Fault = int | str | bytes | tuple[int, str] | None


@dataclass(slots=True)
class Commit:
    oid: str
    title: str
    files: dict[str, bytes]


@dataclass(slots=True)
class Repo:
    """Branches and tags, each a list of commits or the place of one; pull requests are branches."""

    kind: str
    private: bool = False
    branches: dict[str, list[Commit]] = field(default_factory=dict)
    tags: dict[str, Commit] = field(default_factory=dict)
    open_requests: dict[int, str] = field(default_factory=dict)

    def find(self, revision: str) -> Commit | None:
        if revision in self.branches:
            return self.branches[revision][-1]
        if revision in self.tags:
            return self.tags[revision]
        commits = (commit for branch in self.branches.values() for commit in branch)
        return next((commit for commit in commits if commit.oid == revision), None)

    @property
    def head(self) -> Commit:
        return self.branches["main"][-1]

    def add(self, branch: str, title: str, files: dict[str, bytes]) -> Commit:
        commits = self.branches.setdefault(branch, [])
        oid = _sha1(repr((branch, len(commits), title, sorted(files.items()))).encode())
        commits.append(Commit(oid, title, files))
        return commits[-1]


@dataclass(slots=True)
class Hub:
    """The server's state; tests read and change it directly."""

    url: str = ""
    repos: dict[str, Repo] = field(default_factory=dict)
    stored: dict[str, bytes] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    ignored: set[str] = field(default_factory=set)
    fault: Callable[[int, str], Fault] = lambda number, request: None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def create(self, name: str, kind: str = "dataset") -> Repo:
        repo = self.repos[name] = Repo(kind)
        repo.add("main", "initial commit", {".gitattributes": _ATTRIBUTES})
        return repo


@contextmanager
def hub_server() -> Iterator[Hub]:
    """A server that runs meanwhile."""
    hub = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def client_environment(hub: Hub, home: Any) -> dict[str, str]:
    """What another process needs to talk to the server instead of the real Hub."""
    return {
        "HF_ENDPOINT": hub.url, "HF_TOKEN": TOKEN, "HF_HOME": str(home),
        "HF_HUB_DISABLE_XET": "1", "HF_UPDATE_DOWNLOAD_COUNTS": "0", "HF_HUB_DISABLE_TELEMETRY": "1",
    }  # fmt: skip


@contextmanager
def client_of(hub: Hub, home: Any) -> Iterator[None]:
    """The same for huggingface_hub in this process, which waits for nothing before it tries again."""
    with (
        patch.multiple("huggingface_hub.constants", ENDPOINT=hub.url,
                       HUGGINGFACE_CO_URL_TEMPLATE=hub.url + "/{repo_id}/resolve/{revision}/{filename}",
                       HF_HUB_CACHE=str(home / "hub"),
                       HF_TOKEN_PATH=str(home / "token"), HF_HUB_DISABLE_XET=True),
        patch.dict("os.environ", client_environment(hub, home)),
        patch("huggingface_hub.utils._http.time.sleep"),
    ):  # fmt: skip
        yield


class _RefusedError(Exception):
    def __init__(self, status: int, code: str = "", message: str = "", url: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.url = status, code, message, url


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else every answer waits 40 ms for an acknowledgement

    def do_GET(self) -> None:
        self._handle()

    do_HEAD = do_POST = do_PUT = do_GET  # noqa: N815  # the standard library's names

    def log_message(self, *_: Any) -> None:
        pass

    def _handle(self) -> None:
        split = urlsplit(self.path)
        self.path_, self.query = unquote(split.path), parse_qs(split.query)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.hub.lock:
            request = f"{self.command} {self.path_}"
            fault = self.hub.fault(len(self.hub.requests), request)
            self.hub.requests.append(request)
            if fault == "before":
                self.close_connection = True
                return
            try:
                if isinstance(fault, int):
                    raise _RefusedError(fault, message="no")
                if isinstance(fault, tuple):
                    raise _RefusedError(fault[0], fault[2] if len(fault) > 2 else "", fault[1])
                status, headers, content = (
                    (200, {"Content-Type": "application/json"}, fault)
                    if isinstance(fault, bytes)
                    else self._route(body)
                )
            except _RefusedError as refused:
                headers = {"X-Error-Code": refused.code} if refused.code else {}
                headers |= {"X-Error-Message": refused.message} if refused.message else {}
                status, content = refused.status, json.dumps({"error": refused.message, "url": refused.url}).encode()
            if fault == "after":
                self.close_connection = True
                return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _route(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        for methods, pattern, action in _ROUTES:
            found = re.fullmatch(pattern, self.path_)
            if found and self.command in methods:
                answer = action(self, body, **found.groupdict())
                if isinstance(answer, tuple):
                    return answer
                return 200, {"Content-Type": "application/json"}, json.dumps(answer).encode()
        raise _RefusedError(404, message=f"no such endpoint: {self.command} {self.path_}")

    def _repo(self, name: str, *, write: bool = False) -> Repo:
        given = self.headers.get("Authorization") == f"Bearer {TOKEN}"
        repo = self.hub.repos.get(name)
        if repo is None or (repo.private and not given):
            raise _RefusedError(401 if not given else 404, "RepoNotFound", "Repository not found")
        if write and not given:
            raise _RefusedError(403, message="write access is needed")
        return repo

    def _commit(self, name: str, revision: str) -> Commit:
        commit = self._repo(name).find(revision)
        if commit is None:
            raise _RefusedError(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        return commit

    # --- endpoints --------------------------------------------------------------------------------

    def create_repo(self, body: bytes) -> Any:
        given = json.loads(body)
        name = f"{given['organization'] or 'someone'}/{given['name']}"
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            raise _RefusedError(401, message="Invalid username or password.")
        if name in self.hub.repos:
            raise _RefusedError(409, message="You already created this repo", url=f"{self.hub.url}/datasets/{name}")
        repo = self.hub.create(name, given.get("type", "model"))
        repo.private = given.get("visibility") == "private" or bool(given.get("private"))
        prefix = "" if repo.kind == "model" else f"{repo.kind}s/"
        return {"url": f"{self.hub.url}/{prefix}{name}", "id": name}

    def repo_info(self, body: bytes, name: str, revision: str = "main") -> Any:
        commit, repo = self._commit(name, revision), self._repo(name)
        return {
            "id": name, "sha": commit.oid, "private": repo.private, "gated": False, "tags": [],
            "disabled": False, "downloads": 0, "likes": 0, "lastModified": _WHEN, "createdAt": _WHEN,
            "siblings": [{"rfilename": path} for path in sorted(commit.files)],
        }  # fmt: skip

    def validate_yaml(self, body: bytes) -> Any:
        return {"warnings": [], "errors": []}

    def preupload(self, body: bytes, name: str, revision: str) -> Any:
        files = self._commit(name, revision).files
        answers = []
        for file in json.loads(body)["files"]:
            path = file["path"]
            oid = _oid(path, files[path]) if path in files else None
            mode = "lfs" if _is_large(path) else "regular"
            answers.append({"path": path, "uploadMode": mode, "shouldIgnore": path in self.hub.ignored, "oid": oid})
        return {"files": answers}

    def commit(self, body: bytes, name: str, revision: str) -> Any:
        repo = self._repo(name, write=True)
        head = self._commit(name, revision)
        files, title = dict(head.files), ""
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            match line["key"]:
                case "header":
                    title = value["summary"]
                    if value.get("parentCommit", head.oid) != head.oid:
                        raise _RefusedError(412, message="A commit has happened since.")
                case "file":
                    files[value["path"]] = base64.b64decode(value["content"])
                case "lfsFile":
                    files[value["path"]] = self.hub.stored[value["oid"]]
                case "deletedFile":
                    del files[value["path"]]
        address = f"{self.hub.url}/datasets/{name}"
        if "create_pr" not in self.query:
            made = repo.add(revision, title, files)
            return {"commitOid": made.oid, "commitUrl": f"{address}/commit/{made.oid}"}
        number = len(repo.open_requests) + 1
        repo.open_requests[number] = title
        made = repo.add(f"refs/pr/{number}", title, files)
        return {
            "commitOid": made.oid, "commitUrl": f"{address}/commit/{made.oid}",
            "pullRequestUrl": f"{address}/discussions/{number}",
        }  # fmt: skip

    def tag(self, body: bytes, name: str, revision: str) -> Any:
        repo, tag = self._repo(name, write=True), json.loads(body)["tag"]
        if tag in repo.tags:
            raise _RefusedError(409, message="Tag reference exists already")
        repo.tags[tag] = self._commit(name, revision)
        return {}

    def refs(self, body: bytes, name: str) -> Any:
        repo = self._repo(name)
        tags = [
            {"name": tag, "ref": f"refs/tags/{tag}", "targetCommit": commit.oid} for tag, commit in repo.tags.items()
        ]
        main = {"name": "main", "ref": "refs/heads/main", "targetCommit": repo.head.oid}
        return {"branches": [main], "converts": [], "tags": tags}

    def discussions(self, body: bytes, name: str) -> Any:
        listed = [
            {"num": number, "title": title, "author": {"name": "ann"}, "createdAt": _WHEN,
             "status": "open", "isPullRequest": True, "repo": {"name": name, "type": "dataset"}}
            for number, title in self._repo(name).open_requests.items()
        ]  # fmt: skip
        return {"discussions": listed, "count": len(listed), "start": 0, "numClosedDiscussions": 0}

    def tree(self, body: bytes, name: str, revision: str, folder: str | None = None) -> Any:
        deep = self.query.get("recursive", [""])[0].lower() == "true"
        return _tree(self._commit(name, revision).files, folder or "", deep)

    def resolve(self, body: bytes, name: str, revision: str, path: str) -> tuple[int, dict[str, str], bytes]:
        commit = self._commit(name, revision)
        if path not in commit.files:
            raise _RefusedError(404, "EntryNotFound", "Entry not found")
        content = commit.files[path]
        headers = {"ETag": f'"{_oid(path, content)}"', "X-Repo-Commit": commit.oid}
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not part:
            return 200, headers | {"Content-Length": str(len(content))}, content
        first, last = int(part[1]), int(part[2] or len(content) - 1)
        headers["Content-Range"] = f"bytes {first}-{min(last, len(content) - 1)}/{len(content)}"
        return 206, headers, content[first : last + 1]

    def large_batch(self, body: bytes, name: str) -> Any:
        self._repo(name, write=True)
        objects = []
        for wanted in json.loads(body)["objects"]:
            oid = wanted["oid"]
            actions = {"upload": {"href": f"{self.hub.url}/lfs/{oid}"}}
            objects.append(wanted | ({} if oid in self.hub.stored else {"actions": actions}))
        return {"transfer": "basic", "objects": objects}

    def large_put(self, body: bytes, oid: str) -> Any:
        if hashlib.sha256(body).hexdigest() != oid:
            raise _RefusedError(400, message="the content is not what was announced")
        self.hub.stored[oid] = body
        return {}


_REPO = r"/api/(?:dataset|space|model)s/(?P<name>[^/]+/[^/]+)"
_ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("POST", "/api/repos/create", _Handler.create_repo),
    ("GET", _REPO, _Handler.repo_info),
    ("GET", rf"{_REPO}/revision/(?P<revision>.+)", _Handler.repo_info),
    ("POST", "/api/validate-yaml", _Handler.validate_yaml),
    ("POST", rf"{_REPO}/preupload/(?P<revision>.+)", _Handler.preupload),
    ("POST", rf"{_REPO}/commit/(?P<revision>.+)", _Handler.commit),
    ("POST", rf"{_REPO}/tag/(?P<revision>.+)", _Handler.tag),
    ("GET", rf"{_REPO}/refs", _Handler.refs),
    ("GET", rf"{_REPO}/discussions", _Handler.discussions),
    ("GET", rf"{_REPO}/tree/(?P<revision>refs/pr/\d+|[^/]+)(?:/(?P<folder>.*))?", _Handler.tree),
    (
        "GET HEAD",
        r"/(?:(?:dataset|space)s/)?(?P<name>[^/]+/[^/]+)/resolve/(?P<revision>refs/pr/\d+|[^/]+)/(?P<path>.+)",
        _Handler.resolve,
    ),
    ("POST", r"/(?:(?:dataset|space)s/)?(?P<name>[^/]+/[^/]+)\.git/info/lfs/objects/batch", _Handler.large_batch),
    ("PUT", "/lfs/(?P<oid>[0-9a-f]+)", _Handler.large_put),
]


def _tree(files: dict[str, bytes], folder: str, recursive: bool) -> list[dict[str, Any]]:
    prefix = f"{folder.rstrip('/')}/" if folder else ""
    entries: dict[str, dict[str, Any]] = {}
    for path, content in sorted(files.items()):
        if not path.startswith(prefix):
            continue
        parts = path.removeprefix(prefix).split("/")
        for depth in range(1, len(parts) if recursive else min(2, len(parts))):
            name = prefix + "/".join(parts[:depth])
            entries[name] = {"type": "directory", "oid": _sha1(name.encode()), "size": 0, "path": name}
        if recursive or len(parts) == 1:
            entry = {"type": "file", "oid": _git_oid(content), "size": len(content), "path": path}
            if _is_large(path):
                large = {"oid": _oid(path, content), "size": len(content), "pointerSize": 130}
                entry = entry | {"oid": _sha1(b"pointer" + content), "lfs": large}
            entries[path] = entry
    if prefix and not entries:
        raise _RefusedError(404, "EntryNotFound", f"{folder} does not exist")
    return list(entries.values())


def _is_large(path: str) -> bool:
    return path.endswith((".parquet", ".safetensors"))


def _oid(path: str, content: bytes) -> str:
    return hashlib.sha256(content).hexdigest() if _is_large(path) else _git_oid(content)


def _git_oid(content: bytes) -> str:
    return _sha1(b"blob %d\0" % len(content) + content)


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
