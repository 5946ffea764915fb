"""`numdiag evaluate`: a run with a model of our own making and small real ones."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.output_files import OutputError
from numdiag_datasets.scoring.harness.prompts import answer
from tests.commands import numdiag, refused
from tests.harness_rows import rows_of
from train.evaluate import run
from train.evaluate.answers import Cut
from train.evaluate.models import Asking, text_of
from train.evaluate.questions import Questions, rows_to_ask
from train.evaluate.run import (
    OtherRunError,
    Run,
    ask_config,
    check_run,
    configs_to_ask,
    default_configs,
    score_run,
    work,
)

ROOT = Path(__file__).parents[1]
CONFIGS = ["asdiv_a", "asdiv_a-extra-attack"]
ASKING = Asking("org/m", few_shot=5)

needs_lm_eval = pytest.mark.skipif(
    find_spec("lm_eval") is None or find_spec("torch") is None, reason="the harness extra is not installed"
)


class KnowsAll:
    """Answers rightly; counts what it is asked, knows some answers already, and may be stopped."""

    is_chat = True
    left_out: tuple[str, ...] = ()
    served: tuple[str, ...] = ()

    def __init__(self, stop_at=None, says=answer, known=()):
        self.known = known
        self.asking, self.asked, self.stop_at, self.says = Asking("m"), 0, stop_at, says

    def tokens(self, text):
        return len(text.split())

    def answers(self, requests, told):
        found = []
        for request in requests:
            if self.asked == self.stop_at:
                raise KeyboardInterrupt
            if request.doc["id"] in self.known:
                found.append(self.says(request.doc))
                continue
            self.asked += 1
            found.append(self.says(request.doc))
            told(found[-1])
        return found


@pytest.fixture
def asked(monkeypatch, sample_release):
    """What a run asks, without lm-eval: every row, but for those that are too long."""
    too_long: dict[str, int] = {}

    def made(release, config, model, limit, applied_only=False):
        rows = rows_of(release, config)[:limit]
        rows = [row for row in rows if not applied_only or row["status"] != "unchanged"]
        requests = [SimpleNamespace(doc=row, arguments=(f"asked: {row['id']}", {"until": []})) for row in rows]
        return Questions(rows, requests, dict(too_long))

    monkeypatch.setattr(run, "questions", made)
    return too_long


def ran(out, release, model: Any, limit=None):
    made = Run(out, release, limit, check_run(out, release, model.asking, CONFIGS, limit))
    return [ask_config(made, config, model, lambda *_: None) for config in CONFIGS]


def test_a_run_ends_in_drops(asked, sample_release, tmp_path):
    told = ran(tmp_path, sample_release, KnowsAll())
    assert [(each.rows, each.unreadable, each.new) for each in told] == [(16, 0, 16)] * 2
    scored = score_run(tmp_path, sample_release, CONFIGS, None, "official")
    (attack,) = (made for made in scored.results if made.config == CONFIGS[1])
    assert attack.scores["answer_accuracy"] == 100
    assert attack.drop is not None
    assert attack.drop["answer_accuracy"].absolute == 0
    assert attack.signature.prompt == "direct,chat,0-shot,256 tokens"
    assert told[0].tokens == 16
    written = json.loads((tmp_path / "results.json").read_text())["results"]
    assert [made["config"] for made in written] == CONFIGS
    assert {(made["system"], made["source"]) for made in written} == {("m", "sample")}


def test_two_runs_are_compared_by_their_folders(capsys, asked, sample_release, tmp_path):
    ran(tmp_path / "a", sample_release, KnowsAll())
    ran(tmp_path / "b", sample_release, KnowsAll(says=lambda row: "So it is -1."))
    status, out, error = numdiag(capsys, "compare", tmp_path / "a", tmp_path / "b", "--dir", sample_release, "--json")
    assert status == 0, error
    scores = json.loads(out)["configs"][1]["all_rows"]
    assert (scores["a"], scores["b"], scores["a_higher"]) == (100, 0, 16)


def test_a_run_that_was_stopped_goes_on_where_it_was(asked, sample_release, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        ran(tmp_path, sample_release, KnowsAll(stop_at=20))
    assert [path.stem for path in (tmp_path / "predictions").iterdir()] == CONFIGS[:1]
    again = KnowsAll()
    told = ran(tmp_path, sample_release, again)
    assert (again.asked, told[0].new) == (16, 0)
    assert ran(tmp_path, sample_release, KnowsAll(stop_at=0))[1].rows == 16


def test_what_is_too_long_is_named_and_not_asked(asked, sample_release, tmp_path):
    rows = rows_of(sample_release, "asdiv_a")
    asked |= {rows[3]["id"]: 9000}
    model = KnowsAll()
    told = ran(tmp_path, sample_release, model)
    assert (model.asked, told[0].too_long, told[0].unreadable) == (30, {rows[3]["id"]: 9000}, 1)
    lines = [json.loads(line) for line in (tmp_path / "predictions/asdiv_a.jsonl").read_text().splitlines()]
    assert (lines[3]["prediction"], lines[3]["prompt_too_long"]) == (None, 9000)
    assert ran(tmp_path, sample_release, model)[0].too_long == {rows[3]["id"]: 9000}


def test_a_limit_is_no_first_page():
    ids = [f"passage-{i // 10}-{i % 10}" for i in range(100)]
    few, more = rows_to_ask(ids, 10), rows_to_ask(ids, 20)
    assert len({ids[i].rpartition("-")[0] for i in few}) > 3  # rows of one passage stand together
    assert (len(few), few) == (10, sorted(set(few)))
    assert set(few) < set(more)
    turned = ids[::-1]
    assert {turned[i] for i in rows_to_ask(turned, 10)} == {ids[i] for i in few}
    assert rows_to_ask(ids, 1000) == list(range(100))


@pytest.mark.parametrize(("change", "line"), [
    ({"style": "cot"}, "style 'direct', not 'cot'"),
    ({"model": "n"}, "model 'm', not 'n'"),
    ({"few_shot": 3}, "few_shot 0, not 3"),
    ({"limit": 5}, "limit None, not 5"),
])  # fmt: skip
def test_another_run_in_the_folder_is_named(asked, sample_release, tmp_path, change, line):
    ran(tmp_path, sample_release, KnowsAll())
    limit = change.pop("limit", None)
    with pytest.raises(OtherRunError, match=f"was run with {line}; name another --out"):
        check_run(tmp_path, sample_release, Asking(**{"model": "m", **change}), CONFIGS, limit)
    check_run(tmp_path, sample_release, Asking("m", batch_size=1, device="cpu"), CONFIGS, None)


def test_a_folder_of_something_else_and_a_release_are_left_alone(sample_release, tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(OtherRunError, match="is not empty and holds no run"):
        check_run(tmp_path, sample_release, Asking("m"), CONFIGS, None)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    before = sorted(sample_release.iterdir())
    with pytest.raises(OutputError, match="lies in the release"):
        check_run(sample_release / "run", sample_release, Asking("m"), CONFIGS, None)
    assert sorted(sample_release.iterdir()) == before


def test_the_originals_come_with_the_attacks(sample_release):
    assert configs_to_ask(sample_release, ["asdiv_a-extra-attack"]) == CONFIGS
    assert configs_to_ask(sample_release, ["asdiv_a-extra-defense"]) == ["asdiv_a-extra-defense"]
    defended = "asdiv_a-extra-defense"
    assert defended not in configs_to_ask(sample_release, ["asdiv_a-extra-*"])
    assert defended in configs_to_ask(sample_release, ["asdiv_a-extra-*"], few_shot=2)
    attacks = [config.name for config in match_configs("*-attack")]
    assert configs_to_ask(sample_release, ["*-attack"]) == [*DATA_SETS, *attacks]
    with pytest.raises(ValueError, match="nothing to ask a language model"):
        configs_to_ask(sample_release, ["asdiv_a-extra-augment"])


def test_help_needs_no_extra():
    command = [sys.executable, "-m", "numdiag_datasets", "evaluate", "--help"]
    assert "--base-url" in subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.skipif(find_spec("lm_eval") is not None, reason="the harness extra is installed")
def test_what_lacks_is_told(capsys):
    refused(capsys, "pip install 'numdiag[harness]'", "evaluate", "--model", "m")


# With lm-eval: small models


def started(release, out, *options, home, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "numdiag_datasets", "evaluate", "--dir", str(release), "--out", str(out),
         *map(str, options)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(home)} | environment,
    )  # fmt: skip


def evaluated(*given, **options):
    with started(*given, **options) as process:
        out, error = process.communicate()
    return process.returncode, out, error


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    from tests.small_models import save_small_model

    folder = save_small_model("gpt2", tmp_path_factory.mktemp("small") / "gpt2")
    (folder / "chat_template.jinja").write_text(
        "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: "
    )
    return folder


@needs_lm_eval
def test_a_small_model_is_asked(sample_release, small, tmp_path):
    options = ("--model", small, "--configs", "asdiv_a-extra-attack", "--limit", 3, "--max-tokens", 4,
               "--few-shot", 1, "--style", "cot", "--device", "cpu")  # fmt: skip
    status, out, error = evaluated(sample_release, tmp_path / "run", *options, home=tmp_path / "h")
    assert status == 0, error
    assert "prompt:cot,chat,1-shot,seed 1" in out
    first = json.loads((tmp_path / "run/completions/asdiv_a.jsonl").read_text().partition("\n")[0])
    assert first["prompt"].count("user: ") == 2
    assert first["prompt"].endswith("assistant: ")
    assert "Reasoning:" not in first["prompt"]
    originals, attacks = (
        [json.loads(line)["id"] for line in file.read_text().splitlines()]
        for file in sorted((tmp_path / "run/completions").iterdir())
    )
    assert len(originals) == 3
    assert originals == attacks
    status, out, _ = evaluated(sample_release, tmp_path / "run", *options, home=tmp_path / "h")
    assert (status, out.count("asked before")) == (0, 2)
    text = (*options, "--no-chat")
    status, _, error = evaluated(sample_release, tmp_path / "run", *text, home=tmp_path / "h")
    assert (status, "was run with chat None, not False" in error) == (2, True)
    status, out, _ = evaluated(sample_release, tmp_path / "text", *text, home=tmp_path / "h")
    first = json.loads((tmp_path / "text/completions/asdiv_a.jsonl").read_text().partition("\n")[0])
    assert first["prompt"].count("Reasoning:") == 2
    assert first["prompt"].endswith("\nReasoning:")


@needs_lm_eval
@pytest.mark.parametrize(("options", "line"), [
    (("--model", "no/such-model"), "no/such-model: cannot be loaded"),
    (("--model", "../no/model"), "../no/model: no such folder"),
    (("--model", "x", "--style", "poem"), "choose from direct, cot"),
    (("--model", "x", "--configs", "asdiv_a-extra-augment"), "nothing to ask a language model"),
    (("--model", "x", "--configs", "svamp", "--configs", "asdiv_a-extra-augment"), "asdiv_a-extra-augment is nothing to ask"),
    (("--model", "x", "--configs", "foo"), "foo"),
    (("--model", "x", "--base-url", "http://u:secret@127.0.0.1:9/v1"), "--base-url holds a password"),
    (("--model", "x", "--base-url", "http://[::1/v1"), "an address begins with http:// or https://"),
    (("--model", "x", "--base-url", "http:///v1"), "an address begins with http:// or https:// and a host"),
    (("--model", "x", "--base-url", "http://h/v1?api_key=secret"), "has a part after ? or #"),
    (("--model", "x", "--base-url", "127.0.0.1:9/v1"), "an address begins with http:// or https://"),
    (("--model", "x", "--base-url", "http://127.0.0.1:9/v1\r\nX: y"), "an address begins with http:// or https://"),
])  # fmt: skip
def test_bad_input_is_told_in_a_line(sample_release, tmp_path, options, line):
    status, _, error = evaluated(sample_release, tmp_path / "run", *options, home=tmp_path / "h")
    assert (status, line in error, error.count("\n")) == (2, True, 1), error


def test_answers_cut_at_the_limit_are_counted(asked, sample_release, tmp_path):
    told = ran(tmp_path, sample_release, KnowsAll(says=lambda row: Cut("So it is 1")))
    assert [each.cut for each in told] == [16, 16]
    lines = (tmp_path / "predictions/asdiv_a.jsonl").read_text().splitlines()
    assert all(json.loads(line)["cut_at_limit"] for line in lines)
    assert [each.cut for each in ran(tmp_path, sample_release, KnowsAll())] == [16, 16]
    assert text_of({"choices": [{"text": "1", "finish_reason": "stop"}]}, is_chat=False) == "1"
    assert isinstance(text_of({"choices": [{"text": "1", "finish_reason": "length"}]}, is_chat=False), Cut)


@pytest.mark.parametrize(("completion", "cut"), [
    (" 1\nTo find it, we first", 0),
    ("1", 16),  # it may have more digits
    ("First 3 + 4 = 7.\nThen we", 16),
    ("3 + 4 = 7\nThen we", 16),
])  # fmt: skip
def test_an_answer_on_the_first_line_is_not_cut(asked, sample_release, tmp_path, completion, cut):
    """A base model goes on behind it until the limit."""
    told = ran(tmp_path, sample_release, KnowsAll(says=lambda row: Cut(completion)))
    assert [each.cut for each in told] == [cut, cut]


def test_only_the_changed_rows_are_asked(asked, sample_release, tmp_path):
    about = check_run(tmp_path, sample_release, ASKING, CONFIGS, None, applied_only=True)
    made = Run(tmp_path, sample_release, None, about, applied_only=True)
    model: Any = KnowsAll()
    told = [ask_config(made, config, model, lambda *_: None) for config in CONFIGS]
    prompts, different = work(sample_release, CONFIGS, None, applied_only=True)
    assert prompts == different == sum(each.rows for each in told) < 32
    scored = score_run(tmp_path, sample_release, CONFIGS, None, "official", applied_only=True)
    assert [each.scores["answer_accuracy"] for each in scored.results] == [100, 100]
    with pytest.raises(OtherRunError, match="applied_only True, not False"):
        check_run(tmp_path, sample_release, ASKING, CONFIGS, None)


def test_data_sets_that_a_style_leaves_out_are_named(sample_release, capsys):
    options = ("--dir", sample_release, "--configs", "*-noise-attack", "--style", "equation", "--dry-run")
    # The command of the run itself, with one more option.
    status, out, _ = numdiag(capsys, "evaluate", "--model", "none", *options, "--batch-size", 2)
    assert (status, "left out: drop_num, gsm8k, tatqa_a" in out) == (0, True)


def test_a_dry_run_asks_nothing(sample_release, capsys):
    status, out, _ = numdiag(capsys, "evaluate", "--model", "none", "--dir", sample_release, "--dry-run")
    assert status == 0
    prompts, different = work(
        sample_release, configs_to_ask(sample_release, default_configs(sample_release)), None, applied_only=False
    )
    assert f"{prompts:,} prompts, at most {different:,} different" in " ".join(out.split())
    assert 0 < different < prompts
