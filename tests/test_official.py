"""The official files: downloaded once, and used only when their bytes are the pinned ones."""

import hashlib
import io
import threading
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from zipfile import ZipFile

import pytest

from numdiag_datasets.sources import SOURCES, load_source, sample_folder
from numdiag_datasets.sources.official import fetch_official
from numdiag_datasets.sources.source import OfficialFile
from numdiag_datasets.sources.source_files import SourceError

XML = (sample_folder("asdiv_a") / "asdiv" / "ASDiv.xml").read_bytes()


def zipped_drop():
    """DROP's sample in an archive like the published one."""
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        for path in (sample_folder("drop_num") / "drop").iterdir():
            archive.write(path, f"drop_dataset/{path.name}")
    return content.getvalue()


DROP_ZIP = zipped_drop()


@pytest.fixture
def server(tmp_path):
    """A loopback server of one file that counts its requests."""
    (tmp_path / "ASDiv.xml").write_bytes(XML)
    (tmp_path / "drop_dataset.zip").write_bytes(DROP_ZIP)
    requests = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            requests.append(f"{self.command} {self.path}")

    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path)))
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{http.server_port}/ASDiv.xml", requests
    http.shutdown()
    http.server_close()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr("datasets.config.DOWNLOADED_DATASETS_PATH", tmp_path / "cache")


def file_at(url, content=XML):
    return OfficialFile("asdiv/ASDiv.xml", url, hashlib.sha256(content).hexdigest())


def publish(monkeypatch, dataset, *files):
    """Have a data set's files published elsewhere."""
    monkeypatch.setitem(SOURCES, dataset, replace(SOURCES[dataset], official=files))


def test_a_file_is_downloaded_once(server):
    url, requests = server
    assert fetch_official(file_at(url)).read_bytes() == XML
    assert requests
    requests.clear()
    assert fetch_official(file_at(url)).read_bytes() == XML
    assert not requests


def test_other_bytes_are_not_used_and_not_kept(server):
    url, requests = server
    for _ in range(2):
        requests.clear()
        with pytest.raises(SourceError, match=r"sha256 is .*, not .*; the file was not used"):
            fetch_official(file_at(url, b"other"))
        assert requests  # asked again: the wrong bytes did not stay in the cache


def test_being_offline_is_said_with_a_way_out():
    with pytest.raises(SourceError, match=r"cannot be downloaded .* --source DIR"):
        fetch_official(file_at("http://127.0.0.1:9/ASDiv.xml"))


def drop_files(url, member="drop_dataset/{}", content=DROP_ZIP):
    digest = hashlib.sha256(content).hexdigest()
    return tuple(
        OfficialFile(f"drop/{name}", url, digest, member.format(name))
        for name in ("drop_dataset_train.json", "drop_dataset_dev.json")
    )


def test_an_archive_is_downloaded_once_and_holds_its_files(server, monkeypatch):
    url, requests = server
    url = url.replace("ASDiv.xml", "drop_dataset.zip")
    publish(monkeypatch, "drop_num", *drop_files(url))
    assert load_source("drop_num", "official").splits == load_source("drop_num", "sample").splits
    assert sum(request.startswith("GET") for request in requests) == 1
    url = server[0].replace("ASDiv.xml", "drop_dataset.zip")
    publish(monkeypatch, "drop_num", *drop_files(url, member="other/{}"))
    with pytest.raises(SourceError, match=r"holds no other/drop_dataset_train\.json"):
        load_source("drop_num", "official")


def test_nothing_falls_back_to_the_sample(monkeypatch):
    publish(monkeypatch, "asdiv_a", file_at("http://127.0.0.1:9/ASDiv.xml"))
    with pytest.raises(SourceError, match="cannot be downloaded"):
        load_source("asdiv_a", "official")
