"""Results files that reports read: names, seeds, what is refused."""

import re

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from tests.commands import refused
from tests.report_results import drop, made, write


@pytest.mark.parametrize(("trap", "run", "result", "name"), [
    ("a name given", "mine={}", made(system=None), "mine"),
    ("a name in the file", "{}", made(system="theirs"), "theirs"),
    ("both: what is given counts", "mine={}", made(system="theirs"), "mine"),
    ("made by hand, with nothing but scores", "a={}", {"config": "asdiv_a", "scores": {"answer_accuracy": 1}}, "a"),
])  # fmt: skip
def test_systems_have_names(tmp_path, trap, run, result, name):
    write(tmp_path / "folder" / "results.json", result)
    (outcome,) = read_runs([run.format(tmp_path / "folder")])
    assert outcome.system.name == name, trap


@pytest.mark.parametrize("others", [[], [made(system="theirs")]])
@pytest.mark.parametrize("nameless", [made(system=None), made(system="")])
def test_a_result_without_a_system_is_refused(tmp_path, capsys, others, nameless):
    """It would be shown under the name of a folder, a system that nobody has; alone and among others."""
    folder = tmp_path / "folder"
    path = write(folder / "seed-1.json", {"results": [*others, nameless]})
    refused(
        capsys,
        f"{path}: a result of asdiv_a does not name its system; give it as NAME={path}",
        "report",
        folder,
        "--out",
        tmp_path / "out",
    )
    assert not (tmp_path / "out").exists()


def test_results_of_the_sample_are_another_system(tmp_path):
    """They are marked wherever the system is named, and never averaged with those of the data set."""
    write(tmp_path / "a" / "results.json", made(system="one", source="sample"))
    write(tmp_path / "b" / "results.json", made(system="one", points=90, source="directory"))
    summary = Summary(read_runs([str(tmp_path)]))
    scores = {
        system.label: summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
        for system in summary.systems_of("asdiv_a")
    }
    assert scores == {"one (sample)": Value(50), "one": Value(90)}


def test_folders_are_read_in_the_order_of_their_numbers(tmp_path):
    """The layers of an encoder, of which 10 comes behind 2."""
    for layer in (10, 0, 2):
        write(tmp_path / f"layer-{layer}" / "results.json", made(system=f"layer {layer}"))
    names = [outcome.system.name for outcome in read_runs([str(tmp_path)])]
    assert names == ["layer 0", "layer 2", "layer 10"]


def test_a_diagnosis_repeats_what_lies_below_it(tmp_path):
    """Its results count once; files of other kinds and weights are passed over."""
    write(tmp_path / "asdiv_a" / "asdiv_a" / "results.json", made())
    write(tmp_path / "diagnosis.json", {"results": [made()]})
    write(tmp_path / "asdiv_a" / "training.json", {"log": []})
    write(tmp_path / "asdiv_a" / "model" / "config.json", "{")
    assert len(read_runs([str(tmp_path)])) == 1
    assert len(read_runs([str(tmp_path / "diagnosis.json")])) == 1


@pytest.mark.parametrize(("trap", "content", "message"), [
    ("broken", '{"scores"', "results.json: not valid JSON"),
    ("a list of numbers", "[1]", "neither a result nor a list of results"),
    ("no config", {"scores": {}}, "a result lacks `config`"),
    ("labels without accuracy", {"config": "number_words-comparison-bare-en", "scores": {}}, "lacks `scores accuracy`"),
    ("no such labels", {"config": "number_words-foo", "scores": {"accuracy": 5}}, "unknown config 'number_words-foo'"),
    ("a run that is none", made(run="foo"), "`run` of a result is 'foo', not an object"),
    ("a truth as points", made(scores={"answer_accuracy": True}), "`scores answer_accuracy` of a result is True, not a number"),
    ("an unknown config", made("asdiv_a-nose-attack"), "unknown perturbation 'nose'"),
    ("an unknown metric", made(scores={"bleu": 3}), "unknown metric 'bleu' of asdiv_a; choose from answer_accuracy"),
    ("not points", made(scores={"answer_accuracy": 101}), "`scores answer_accuracy` of a result is 101, not points from 0 to 100"),
    ("a system that is a list", made(system=[]), "`system` of a result is [], not text"),
    ("a seed that is an object", made(training={"seed": {}}), "`seed` of a result is {}, not a whole number"),
    ("points without end", made(applied={"answer_accuracy": 1e999}), "is inf, not points from 0 to 100"),
    ("an interval of three", made(breakdown={"a": {"b": {"interval": [1, 2, 3]}}}), "which it cannot be"),
    ("a drop over no rows", made(drop={"answer_accuracy": drop(1, 1, 1, rows=0)}), "is 0, not a number from 1"),
    ("a drop of 200", made(drop={"answer_accuracy": drop(200, 1, 1)}), "is -150.0, not points"),
    ("a config of other data", made(dataset="number_words"), "a result of number_words names the config asdiv_a"),
    ("text", made(scores={"answer_accuracy": "50%"}), "`scores answer_accuracy` of a result is '50%', not a number"),
])  # fmt: skip
def test_files_that_are_no_results(tmp_path, trap, content, message):
    write(tmp_path / "results.json", content)
    with pytest.raises(ReportError, match=re.escape(message)):
        read_runs([str(tmp_path)])
