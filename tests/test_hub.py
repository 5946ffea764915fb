"""Publishing and fetching releases: the real clients over HTTP against a Hub on 127.0.0.1."""

import json
import os
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import MANIFEST, ReleaseError, parse_manifest, read_manifest
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.hub.download import find_release
from numdiag_datasets.release.hub.metric_space import plan_metric
from numdiag_datasets.release.hub.push import carry_out, plan_release
from numdiag_datasets.release.hub.repository import HubError
from numdiag_datasets.release.release_types import ReleaseTexts
from numdiag_datasets.release.verify.directory import Verification
from tests.commands import numdiag, printed, refused
from tests.hub_server import TOKEN, client_environment, client_of, hub_server

REPO = "you/numdiag"
METRIC = Path(__file__).parents[1] / "metrics" / "numdiag"


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """A Hub, and the library as it was at 1.0.0."""
    monkeypatch.setattr("numdiag_datasets.release.hub.push.__version__", "1.0.0")
    with hub_server() as hub, client_of(hub, tmp_path / "home"):
        yield hub


def build_version(samples, out, version, seed=1, configs="*-type-attack"):
    """A small release, as a library of that version builds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numdiag_datasets.release.building.build.__version__", version)
        chosen = match_configs(*configs.split())
        names = {config.dataset for config in chosen}
        build([s for s in samples if s.dataset in names], out, chosen, seed=seed)
    return out


@pytest.fixture(scope="session")
def releases(samples, build_once):
    """Version -> a release: 1.1.0 draws anew, 1.1.1 brings a config more."""
    made = {
        "1.0.0": (1, "asdiv_a-noise-attack"),
        "1.1.0": (2, "asdiv_a-noise-attack"),
        "1.1.1": (2, "asdiv_a-type-attack asdiv_a-noise-attack"),
    }

    def fill(folder):
        for version, (seed, configs) in made.items():
            build_version(samples, folder / version, version, seed, configs)

    folder = build_once("releases", fill)
    return {version: folder / version for version in made}


@pytest.fixture
def publish(releases, monkeypatch):
    """Publish a release of some version with the library of that version."""

    def publish(version, tag="", repo=REPO, directory=None, **options):
        monkeypatch.setattr("numdiag_datasets.release.hub.push.__version__", version)
        directory = directory or releases[version]
        return carry_out(plan_release(repo, directory, tag=tag, **options).push)

    return publish


def files_of(directory):
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in directory.rglob("*.parquet")}


# --- a life on the Hub ----------------------------------------------------------------------------

LOAD = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
import evaluate
old, new = (load_dataset("you/numdiag", "asdiv_a-noise-attack", revision=tag) for tag in ("v1.0.0", "v1.1.0"))
stream = load_dataset("you/numdiag", "asdiv_a-noise-attack", split="test", revision="v1.0.0", streaming=True)
metric = evaluate.load("you/numdiag-metric", "asdiv_a", module_type="metric")
row = old["test"][0]
print(json.dumps({
    "rows": [new[split].num_rows for split in ("train", "validation", "test")],
    "train is the same": old["train"][:] == new["train"][:],
    "test is the same": old["test"][:] == new["test"][:],
    "streamed": list(stream) == old["test"].to_list(),
    "configs": [get_dataset_config_names("you/numdiag", revision=tag) for tag in ("v1.0.0", "main")],
    "default": load_dataset("you/numdiag", split="test").num_rows,
    "accuracy": metric.compute(predictions=[row["equation"]], references=[row], config="asdiv_a-noise-attack")["answer_accuracy"],
}))
"""


def test_two_releases_and_the_metric_are_loaded_by_name(hub, publish, tmp_path):
    """Users load either version for ever, whole or as a stream, and the metric by its Space."""
    publish("1.0.0", "v1.0.0")
    publish("1.1.0", "v1.1.0")
    publish("1.1.1")
    carry_out(plan_metric("you/numdiag-metric", METRIC))
    environment = {**os.environ, **client_environment(hub, tmp_path / "other")}
    del environment["HF_EVALUATE_OFFLINE"]
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    old = ["asdiv_a", "asdiv_a-noise-attack"]
    assert json.loads(done.stdout) == {
        "rows": [48, 16, 16],
        "train is the same": True,
        "test is the same": False,
        "streamed": True,
        "configs": [old, [*old[:1], "asdiv_a-type-attack", *old[1:]]],
        "default": 16,
        "accuracy": 100.0,
    }
    assert TOKEN not in done.stdout + done.stderr
    assert not any(TOKEN.encode() in file for file in hub.repos[REPO].head.files.values())


def test_each_release_is_one_commit_and_the_same_again_is_none(hub, publish):
    publish("1.0.0", "v1.0.0")
    url = publish("1.0.0", "v1.0.0")
    assert [commit.title for commit in hub.repos[REPO].branches["main"]] == ["initial commit", "Release 1.0.0"]
    assert url == f"{hub.url}/datasets/{REPO}"
    publish("1.1.0", "v1.1.0")
    repo = hub.repos[REPO]
    assert len(repo.branches["main"]) == 3
    assert repo.tags == {"v1.0.0": repo.branches["main"][1], "v1.1.0": repo.head}


def test_files_of_an_earlier_release_go_and_foreign_ones_stay(hub, samples, tmp_path, publish):
    publish("1.1.1")
    repo = hub.repos[REPO]
    repo.add("main", "a picture", repo.head.files | {"picture.png": b"..."})
    smaller = build_version(samples, tmp_path / "numdiag", "2.0.0", 2, "asdiv_a-noise-attack")
    publish("2.0.0", directory=smaller)
    assert "asdiv_a/type/test.parquet" not in repo.head.files
    assert repo.head.files["picture.png"] == b"..."
    assert ".gitattributes" in repo.head.files


def test_some_data_sets_only(hub, samples, tmp_path, publish):
    """Without the non-commercial part: card, manifest and licences are those of the rest."""
    directory = build_version(samples, tmp_path / "numdiag", "1.0.0")
    publish("1.0.0", directory=directory, datasets=["drop_num", "tatqa_a"])
    files = hub.repos[REPO].head.files
    assert {path.split("/")[0] for path in files if "/" in path} == {"drop_num", "tatqa_a"}
    manifest = parse_manifest(files[MANIFEST], MANIFEST)
    assert list(manifest.sources) == ["drop_num", "tatqa_a"]
    card = files["README.md"].decode()
    before, _, columns = card.partition("| column | meaning |")
    assert "asdiv" not in (before + columns.partition("\n\n")[2]).lower()
    assert f'load_dataset("{REPO}", "drop_num-type-attack", split="test", revision="v1.0.0")' in card


def test_a_pull_request_is_proposed_once_and_leaves_the_main_branch(hub, publish):
    publish("1.0.0")
    first = publish("1.1.0", create_pr=True)
    assert publish("1.1.0", create_pr=True) == first == f"{hub.url}/datasets/{REPO}/discussions/1"
    repo = hub.repos[REPO]
    assert (repo.head.title, list(repo.open_requests)) == ("Release 1.0.0", [1])


# --- what is refused ------------------------------------------------------------------------------


def test_a_repository_that_somebody_else_made_meanwhile_is_left_alone(hub, releases):
    planned = plan_release(REPO, releases["1.0.0"])
    hub.create(REPO).add("main", "mine", {"train.py": b"mine"})
    with pytest.raises(HubError, match="was made by somebody else meanwhile"):
        carry_out(planned.push)
    assert list(hub.repos[REPO].head.files) == ["train.py"]


def test_data_that_changes_needs_a_newer_version(hub, samples, tmp_path, publish):
    """Other rows under the old number would be another benchmark under the same name."""
    publish("1.1.0")
    with pytest.raises(ReleaseError, match=r"holds version 1\.1\.0, which is newer than 1\.0\.0"):
        publish("1.0.0")
    other = build_version(samples, tmp_path / "numdiag", "1.1.0", 3, "asdiv_a-noise-attack")
    with pytest.raises(ReleaseError, match=r"data changed \(\d+ rows.*still 1.1.0; make it 2.0.0"):
        publish("1.1.0", directory=other)
    assert hub.repos[REPO].head.title == "Release 1.1.0"


def test_a_tag_is_for_ever(hub, publish):
    publish("1.0.0", "v1.0.0")
    repo = hub.repos[REPO]
    repo.add("main", "a typo", repo.head.files | {"README.md": b"typo"})
    with pytest.raises(HubError, match=r"tag v1\.0\.0 is taken by commit .*, and tags are for ev"):
        publish("1.0.0", "v1.0.0")


def test_what_breaks_its_promises_is_not_published(hub, samples, tmp_path, publish, monkeypatch):
    """Nor is a file that changes after it was verified."""
    directory = build_version(samples, tmp_path / "numdiag", "1.0.0")
    file = directory / "asdiv_a" / "original" / "test.parquet"
    good = file.read_bytes()
    file.write_bytes(b"PAR1")
    with pytest.raises(ReleaseError, match="breaks 1 of its promises, first asdiv_a/original/test"):
        publish("1.0.0", directory=directory)
    file.write_bytes(good)

    def verify_and_change(*_, **_options):
        file.write_bytes(b"PAR1")
        return Verification(0, [], [])

    monkeypatch.setattr("numdiag_datasets.release.hub.push.verify", verify_and_change)
    with pytest.raises(HubError, match="was changed since it was checked; nothing was published"):
        publish("1.0.0", directory=directory)
    assert hub.repos == {}


def test_something_else_is_not_overwritten(hub, publish):
    hub.create(REPO).add("main", "thesis", {"thesis.txt": b"years of work"})
    with pytest.raises(HubError, match=r"no manifest.json \(thesis.txt\), so it is no numdiag"):
        publish("1.0.0")
    assert hub.repos[REPO].head.files == {"thesis.txt": b"years of work"}


def test_somebody_who_pushes_meanwhile_is_noticed(hub, publish):
    publish("1.0.0")
    repo = hub.repos[REPO]

    def meanwhile(_, request):
        if "preupload" in request and repo.head.title == "Release 1.0.0":
            repo.add("main", "theirs", repo.head.files | {"theirs.txt": b""})

    hub.fault = meanwhile
    with pytest.raises(HubError, match=r"somebody else has pushed since .* \(412\); run the same"):
        publish("1.1.0", "v1.1.0")
    assert repo.head.title == "theirs"
    publish("1.1.0", "v1.1.0")
    assert (repo.head.title, repo.tags["v1.1.0"]) == ("Release 1.1.0", repo.head)
    assert "theirs.txt" in repo.head.files


@pytest.mark.parametrize(("request_", "status", "message"), [
    ("GET /api/datasets/you/numdiag", 500, "a fault of its own (500); nothing was changed"),
    ("POST /api/repos/create", 429, "how often you may ask (429); wait some minutes"),
    ("POST /api/repos/create", 401, "the Hub does not know you (401): run `hf auth login`"),
    ("POST /api/validate-yaml", 400, "the Hub refused (Invalid metadata in README.md"),
    ("PUT /lfs", 500, "a fault of its own (500); run the same command again"),
    ("POST /api/datasets/you/numdiag/commit", 413, "the Hub refused (413: no)"),
    ("POST /api/datasets/you/numdiag/tag", 409, "the commit is there but has no tag yet"),
])  # fmt: skip
def test_refusals_are_told_in_a_line(hub, releases, capsys, request_, status, message):
    hub.fault = lambda _, request: status if request.startswith(request_) else None
    arguments = ("push", REPO, "--dir", releases["1.0.0"], "--tag", "v1.0.0", "--yes")
    code, out, err = numdiag(capsys, *arguments)
    last = err.splitlines()[-1]
    assert (code, last[: len("numdiag: you/numdiag: ")]) == (2, "numdiag: you/numdiag: ")
    assert message in last
    assert TOKEN not in out + err
    hub.fault = lambda *_: None
    assert numdiag(capsys, *arguments)[0] == 0
    assert hub.repos[REPO].tags["v1.0.0"] == hub.repos[REPO].head


@pytest.mark.parametrize("answer", [b"[]", b"{}", b"<html>"])
@pytest.mark.parametrize("request_", [f"GET /api/datasets/{REPO}", f"POST /api/datasets/{REPO}/commit"])
def test_answers_that_are_none_are_told_in_a_line(hub, releases, capsys, request_, answer):
    hub.create(REPO)
    hub.fault = lambda _, request: answer if request.startswith(request_) else None
    status, _, err = numdiag(capsys, "push", REPO, "--dir", releases["1.0.0"], "--yes")
    assert status in (0, 2), err  # of some the client takes nothing for an answer
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 2


def test_a_token_that_the_hub_repeats_is_not_printed(hub, releases, capsys):
    words = f"bad token {TOKEN}, Authorization: Bearer abc.def"
    hub.fault = lambda _, request: (413, words) if "/commit/" in request else None
    err = refused(capsys, "the Hub refused (413", "push", REPO, "--dir", releases["1.0.0"], "--yes")
    assert not {TOKEN, "abc.def"} & set(err.replace(",", " ").split())


def test_a_gated_repository_is_there(hub, releases, capsys):
    """The client takes it for one that is not."""
    hub.fault = lambda _, request: (403, "ask for access", "GatedRepo") if request.startswith("GET") else None
    refused(capsys, "gated", "push", REPO, "--dir", releases["1.0.0"], "--dry-run")


def test_files_that_the_hub_leaves_out_are_named(hub, releases, capsys):
    """As with a .gitignore there: the commit succeeds without them."""
    hub.ignored = {"README.md"}
    refused(capsys, "the Hub did not take README.md", "push", REPO, "--dir", releases["1.0.0"], "--yes")


def test_a_remark_of_the_hub_is_one_visible_line(hub, releases, capsys):
    remark = json.dumps({"warnings": [{"message": "evil \x1b[31m\n\u202e"}], "errors": []}).encode()
    hub.fault = lambda _, request: remark if "validate-yaml" in request else None
    status, out, err = numdiag(capsys, "push", REPO, "--dir", releases["1.0.0"], "--yes")
    assert status == 0, err
    assert "evil" in err
    assert not {"\x1b", "\u202e"} & set(out + err)


@pytest.mark.parametrize(("name", "value"), [
    ("HF_HUB_DOWNLOAD_TIMEOUT", "x"), ("HF_HUB_ETAG_TIMEOUT", "1.5"), ("TQDM_NCOLS", "x"), ("HF_ENDPOINT", "http://[::1"),
    ("HF_ENDPOINT", "http://127.0.0.1:99999"), ("HF_ENDPOINT", "http://a\x1b"), ("HF_ENDPOINT", "a"),
])  # fmt: skip
def test_settings_of_the_client_that_cannot_be_are_named(name, value, monkeypatch, capsys):
    """The client itself ends in a traceback when it is imported."""
    monkeypatch.setenv(name, value)
    assert refused(capsys, name, "list", "you/nothing").count("\n") == 1


# --- a connection that breaks ---------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("there", [[], ["1.0.0"]], ids=["a new repository", "a second release"])
def test_the_state_is_the_same_wherever_a_connection_breaks(there, when, publish, tmp_path, monkeypatch):
    """Cut each request of a push in turn, before or after the server carried it out, and push again."""
    with hub_server() as earlier, client_of(earlier, tmp_path / "earlier"):
        for version in there:
            publish(version, f"v{version}")
    # What these make is tested elsewhere, is the same each time, and would take most of the time here.
    monkeypatch.setattr("numdiag_datasets.release.hub.push.verify", lambda *_, **__: Verification(0, [], []))
    written: dict[str, dict[str, str]] = {}

    write = ReleaseTexts.text_files

    def texts_once(release_type, manifest, *place):
        if manifest.version not in written:
            written[manifest.version] = write(release_type, manifest, *place)
        return written[manifest.version]

    monkeypatch.setattr(ReleaseTexts, "text_files", texts_once)
    failed = []

    def push(cut):
        """Publish, cutting one request, and publish again."""
        with hub_server() as hub, client_of(hub, tmp_path / f"{cut}"):
            hub.repos, hub.stored = deepcopy((earlier.repos, earlier.stored))
            hub.fault = lambda number, _: when if number == cut else None
            try:
                publish("1.1.0", "v1.1.0")
            except HubError as error:
                failed.append(str(error))
            count = len(hub.requests)
            hub.fault = lambda *_: None
            publish("1.1.0", "v1.1.0")
            repo = hub.repos[REPO]
            commits = [(commit.title, commit.files) for commit in repo.branches["main"]]
            return commits, list(repo.tags), repo.tags["v1.1.0"] == repo.head, count

    *expected, requests = push(cut=None)
    assert expected[1:] == [[*(f"v{version}" for version in there), "v1.1.0"], True]
    for cut in range(requests):
        assert push(cut)[:3] == tuple(expected), f"request {cut}"
    assert len(failed) >= 4  # the client itself tries others again
    assert not any(TOKEN in message or "\n" in message for message in failed)


# --- fetching -------------------------------------------------------------------------------------


def test_a_release_on_the_hub_is_read_like_a_directory(hub, publish, releases, capsys):
    publish("1.0.0", "v1.0.0")
    publish("1.1.0")
    assert files_of(find_release(Path(f"{REPO}@v1.0.0"))) == files_of(releases["1.0.0"])
    assert files_of(find_release(Path(REPO))) == files_of(releases["1.1.0"])
    status, out, _ = numdiag(capsys, "verify", f"{REPO}@v1.0.0")
    assert (status, out.split(": ")[0]) == (3, f"{REPO}@v1.0.0")  # its rules are not those of this version
    status, out, _ = numdiag(capsys, "show", "asdiv_a-noise-attack", "--dir", REPO, "--rows", 1)
    assert (status, out.startswith("sample-")) == (0, True)


def test_what_was_tampered_with_is_not_read(hub, publish):
    publish("1.0.0", "v1.0.0")
    repo = hub.repos[REPO]
    path = "asdiv_a/noise/test.parquet"
    repo.add("main", "evil", repo.head.files | {path: b"PAR1 and more"})
    with pytest.raises(ReleaseError, match=f"{path} is not the file that manifest.json says"):
        find_release(Path(REPO))


@pytest.mark.parametrize(("field", "path", "message"), [
    ("files", "../../secret.parquet", "is not a path inside a release"),
    ("files", "*.parquet", "is not a path inside a release"),
    ("files", "train.py", "is not a path inside a release"),
    ("texts", "../../secret.txt", "is not one of manifest.json, README.md"),
])  # fmt: skip
def test_a_path_in_a_manifest_stays_in_its_directory(field, path, message, hub, publish, releases):
    publish("1.0.0")
    manifest = read_manifest(releases["1.0.0"]).to_json()
    stored = next(iter(manifest[field].values()))
    text = json.dumps(manifest | {field: manifest[field] | {path: stored}})
    repo = hub.repos[REPO]
    repo.add("main", "evil", repo.head.files | {MANIFEST: text.encode()})
    hub.requests.clear()
    with pytest.raises(ReleaseError, match=message):
        find_release(Path(REPO))
    assert not any("parquet" in request for request in hub.requests)


@pytest.mark.parametrize(("place", "message"), [
    ("you/nothing", "there is no directory you/nothing here; you/nothing: is no data set on the Hub"),
    (f"{REPO}@v9", "no such repository or revision"),
    ("you/other", "holds no manifest.json, so it is no numdiag release"),
])  # fmt: skip
def test_what_is_not_there_is_named(place, message, hub, publish, capsys):
    publish("1.0.0")
    hub.create("you/other")
    assert refused(capsys, message, "list", place).count("\n") == 1


# --- the command ----------------------------------------------------------------------------------


def test_without_a_terminal_push_only_shows(hub, releases, monkeypatch, capsys):
    arguments = ("push", REPO, "--dir", releases["1.0.0"], "--tag", "v1.0.0")
    out = printed(capsys, *arguments)
    assert "9 new: " in out
    assert "tag v1.0.0" in out
    assert out.endswith("Nothing was published: this was a dry run; --yes publishes\n")
    assert hub.repos == {}
    out = printed(capsys, *arguments, "--yes")
    assert out.endswith('load_dataset("you/numdiag", "asdiv_a-noise-attack", revision="v1.0.0")\n')
    monkeypatch.setattr("numdiag_datasets.release.hub.push.__version__", "1.1.0")
    out = printed(capsys, "push", REPO, "--dir", releases["1.1.0"])
    assert "asdiv_a-noise" in out
    assert "version: 1.0.0 -> 1.1.0; this change needs 2.0.0 or more" in out


def test_ctrl_c_while_publishing_does_not_promise_that_nothing_changed(hub, releases, monkeypatch, capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("numdiag_datasets.release.hub.push.carry_out", interrupt)
    status, _, err = numdiag(capsys, "push", REPO, "--dir", releases["1.0.0"], "--yes")
    message = "numdiag: interrupted; the same command goes on from what has arrived\n"
    assert (status, err) == (130, message)


@pytest.mark.parametrize(("trap", "arguments", "message"), [
    ("no namespace", ["numdiag"], "'numdiag' is no name of a repository: give namespace/name"),
    ("a path", ["../numdiag"], "is no name of a repository"),
    ("another version's tag", [REPO, "--tag", "v9.9.9"], "so its tag is v"),
    ("the name of a branch", [REPO, "--tag", "main"], "so its tag is v"),
    ("a tag on a proposal", [REPO, "--tag", "v1.0.0", "--create-pr"], "merge the pull request first"),
    ("an unknown data set", [REPO, "--datasets", "mawps"], "unknown dataset 'mawps'; this release holds"),
    ("no release", [REPO, "--dir", "nowhere"], "no numdiag release"),
])  # fmt: skip
def test_bad_input(trap, arguments, message, hub, releases, capsys):
    if "--dir" not in arguments:
        arguments = [*arguments, "--dir", releases["1.0.0"]]
    assert refused(capsys, message, "push", *arguments, "--yes").count("\n") == 1
    assert hub.repos == {}


def test_without_a_login_nothing_is_tried(hub, releases, monkeypatch, publish):
    monkeypatch.delenv("HF_TOKEN")
    with pytest.raises(HubError, match="not logged in to the Hub: run `hf auth login`"):
        publish("1.0.0")
    assert not any(request.startswith("POST") for request in hub.requests)


def test_the_metric_is_named_like_its_space(hub, tmp_path, capsys):
    """Of its folder nothing else is sent, and the same again is nothing to do."""
    folder = shutil.copytree(METRIC, tmp_path / "numdiag")
    for name in (".env", "id_rsa", "other.py"):
        (folder / name).write_text("secret")
    for _ in range(2):
        arguments = ("push-metric", "you/numeracy", "--dir", folder, "--yes", "--private")
        out = printed(capsys, *arguments)
    assert out.endswith("nothing changed; nothing to do\n")
    repo = hub.repos["you/numeracy"]
    assert set(repo.head.files) == {".gitattributes", "README.md", "index.html", "numeracy.py"}
    assert (repo.kind, repo.private, len(repo.branches["main"]), repo.tags) == ("space", True, 2, {})  # fmt: skip
    message = "without --dir the installed metric is published"
    refused(capsys, message, "push-metric", "you/numeracy", "--dir", tmp_path, "--yes")


def test_files_that_the_hub_changed_are_named_and_get_no_tag(hub, releases, capsys):
    def change(_, request):
        if "/tree/" in request and len(hub.repos[REPO].head.files) > 2:
            hub.repos[REPO].head.files["README.md"] = b"another"

    hub.fault = change
    arguments = ("push", REPO, "--dir", releases["1.0.0"], "--yes", "--tag", "v1.0.0")
    refused(capsys, "the Hub has other content than was sent for README.md", *arguments)
    assert not hub.repos[REPO].tags
