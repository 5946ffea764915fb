"""The tasks of harnesses are those of the configs: their prompts, their files, and their scores."""

import math
from typing import Any

import pytest
import yaml

from numdiag_datasets.core.configs import CONFIGS, DATASETS
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.errors import InputError, NumdiagError
from numdiag_datasets.scoring.harness import lm_eval_files
from numdiag_datasets.scoring.harness.lm_eval_files import task_files, write_tasks
from numdiag_datasets.scoring.harness.prompts import (
    STYLES,
    Prompting,
    answer,
    few_shot_order,
    instruction,
    lead,
    prompt,
    stops,
    style_of,
    target,
)
from numdiag_datasets.scoring.harness.tasks import (
    answer_lines,
    clustered_se,
    harness_configs,
    mean_applied,
    process_results,
)
from numdiag_datasets.scoring.resources import path
from tests.harness_rows import WITH_UNIT, rows_of, scored
from train.texts import to_example


@pytest.mark.parametrize("dataset", DATASETS)
def test_prompts_show_what_is_trained_on_and_say_what_is_wanted(sample_release, dataset):
    for row in rows_of(sample_release, f"{dataset}-extra-attack"):
        text = prompt(row)
        example = to_example(row, "answer", "tokens")
        assert text.endswith(f"\n{instruction(dataset)}\nAnswer:")
        assert prompt(row, chat=True) == text.removesuffix("\nAnswer:")
        assert row["question"].strip() in text
        flat = text.replace("Table: ", "").replace("\nText: ", " ")
        assert " ".join(example.context.split()) in " ".join(flat.split())
        assert not any(answer in text[-8:] for answer in row["answers"])


def test_all_configs_show_the_same_problems_as_examples(sample_release):
    def examples(config, seed=1):
        rows = rows_of(sample_release, config, "train")
        ids, groups, statuses = ([row[name] for row in rows] for name in ("source_id", "group", "status"))
        return [rows[i] for i in few_shot_order(ids, groups, statuses, seed)]

    originals = [row["id"] for row in examples("asdiv_a")]
    assert originals == [row["id"] for row in examples("asdiv_a-extra-attack")]
    defense = examples("asdiv_a-type-defense")
    changed = [row["id"] for row in defense if row["status"] == "applied"]
    assert changed == [identity for identity in originals if identity in changed]
    assert [row["id"] for row in defense][: len(changed)] == changed
    assert originals != [row["id"] for row in examples("asdiv_a", seed=2)]
    passages = [row["group"] for row in examples("drop_num")]
    assert len(passages) == len(set(passages))


#: (the row, what an example answers with a chain of thought)
EXAMPLES = [
    ({"dataset": "gsm8k", "answers": ["6"], "rationale": "2 and 4 are <<2+4=6>>6.\n#### 6", "equation": ""}, "2 and 4 are 6.\nAnswer: 6"),
    ({"dataset": "asdiv_a", "answers": ["6"], "equation": "2 + 4"}, "2 + 4 = 6\nAnswer: 6"),
    ({"dataset": "drop_num", "answers": ["6"], "derivation": "9 - 3 = 6"}, "9 - 3 = 6\nAnswer: 6"),
    ({"dataset": "drop_num", "answers": ["6"], "equation": "", "derivation": ""}, "Answer: 6"),
    ({"dataset": "tatqa_a", "answers": ["6", "7"], "scale": "million", "derivation": ""}, "Answer: 6; 7 million"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "text"), EXAMPLES)
def test_examples_show_how_their_answer_is_found(row, text):
    assert target(row, "cot") == text
    assert target(row) == text.rpartition("Answer: ")[2]


def test_examples_of_a_chain_of_thought_are_read_back(sample_release):
    for dataset in DATASETS:
        for row in rows_of(sample_release, dataset, "train"):
            if not WITH_UNIT.fullmatch(row["answers"][0]) and not row["answers"][0].endswith("m"):
                assert scored(row, target(row, "cot"))["accuracy"] == 1, target(row, "cot")


def test_a_way_to_ask_is_one_text():
    assert str(Prompting()) == "direct,completion,0-shot"
    assert str(Prompting("cot", True, 5, 2)) == "cot,chat,5-shot,seed 2"
    assert [lead(style) for style in STYLES] == ["Answer:", "Reasoning:", "Answer:", "Equation:"]
    assert [style_of(str(Prompting(style, True, 5))) for style in STYLES] == list(STYLES)
    assert style_of("") == ""
    with pytest.raises(ValueError, match="choose from direct, cot"):
        instruction("asdiv_a", "poem")  # type: ignore[arg-type]


ENDS = [
    ("direct", False, "without its unit.\nAnswer:"),
    ("direct", True, "without its unit."),
    ("cot", False, "without its unit.\nReasoning:"),
    ("cot", True, "without its unit."),
    ("calculation", False, "without its unit.\nAnswer:"),
    ("calculation", True, "without its unit."),
    ("equation", False, "without its result.\nEquation:"),
    ("equation", True, "without its result."),
]


@pytest.mark.parametrize(("style", "chat", "end"), ENDS)
def test_prompts_end_as_their_reader_goes_on(sample_release, style, chat, end):
    """A chat's turn ends with what is wanted: nothing dangles behind it."""
    row = rows_of(sample_release, "svamp")[0]
    text = prompt(row, style, chat=chat)
    assert text.endswith(end)
    assert ("Think step by step." in text) == (style == "cot")
    assert text.startswith("Problem: ")
    assert (f"What is {row['equation']}?" in text) == (style == "calculation")
    assert (row["question"] in text) == (style != "calculation")


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("style", ["calculation", "equation"])
def test_equations_are_asked_where_every_row_has_one(sample_release, dataset, style):
    for config in (f"{dataset}{end}" for end in ("", "-extra-attack", "-language-attack", "-order-attack")):
        if config not in CONFIGS:
            continue
        rows = rows_of(sample_release, config)
        if config in {config.name for config in harness_configs(style)}:
            assert all(row["equation"] for row in rows)
            assert all((row["equation"] in prompt(row, "calculation")) for row in rows)
            assert target(rows[0], style) == (rows[0]["equation"] if style == "equation" else answer(rows[0]))
        else:
            with pytest.raises(InputError, match=f"which {dataset} lacks"):
                prompt(rows[0], style)


def test_the_worked_examples_are_in_every_prompt_for_an_equation(sample_release):
    """They are as the examples of few-shot prompts; all four operations occur, and none is a row."""
    row = rows_of(sample_release, "svamp")[0]
    *examples, last = prompt(row, "equation").split("\n\n")
    assert len(examples) == 4
    told = [example.rpartition("\nEquation: ") for example in examples]
    assert all(f"{before}\nEquation:".splitlines()[1:] == last.splitlines()[1:] for before, _, _ in told)
    assert {sign for *_, equation in told for sign in "+-*/" if sign in equation} == set("+-*/")
    assert all(parse_equation(equation).text == equation for *_, equation in told)


@pytest.mark.parametrize("config", ["asdiv_a", "svamp-noise-attack"])
def test_a_right_equation_scores_in_all_metrics(sample_release, config):
    for row in rows_of(sample_release, config):
        full = {"accuracy": 1, "equation_accuracy": 1, "equation_equivalence": 1, "unreadable": 0}
        assert scored(row, target(row, "equation"), "equation").items() >= full.items()
        value = scored(row, f"Equation: {answer(row)}", "equation")
        assert (value["accuracy"], value["equation_equivalence"]) == (1, 0)
        assert "equation_accuracy" not in scored(row, answer(row))


def read(text):
    """A file as lm-eval reads it, without the class."""
    return yaml.safe_load(text.partition("\n")[2] if text.startswith("class:") else text)


CONTENTS = {name: read(text) for name, text in task_files("numdiag").items()}
TASKS = {content["task"]: content for content in CONTENTS.values() if "group" not in content}
GROUPS = {content["group"]: content for content in CONTENTS.values() if "group" in content}


def ending(name):
    return next((end for end in ("_cot", "_calculation", "_equation") if name.endswith(end)), "")


def leaves(name):
    """The tasks of a group or a tag, as lm-eval finds them."""
    if name in TASKS:
        return [name]
    if name in GROUPS:
        return [leaf for member in GROUPS[name]["task"] for leaf in leaves(member)]
    return [task_name for task_name, content in TASKS.items() if name in content.get("tag", ())]


# The files


def test_every_config_but_those_of_augment_is_a_task():
    assert {content["dataset_name"] for content in TASKS.values()} == {
        config.name for config in CONFIGS.values() if config.setting != "augment"
    }
    assert len(TASKS) == sum(len(harness_configs(style)) for style in STYLES)
    assert all(content["task"] == name for name, content in TASKS.items())


@pytest.mark.parametrize(("group", "pattern"), [
    ("numdiag", ("", "")),
    ("numdiag_attack", ("", "_attack")),
    ("numdiag_transfer", ("", "_transfer")),
    ("numdiag_control", ("", "_control")),
    ("numdiag_tatqa_a_defense", ("tatqa_a_", "_defense")),
    ("numdiag_noise", ("", "_noise_attack")),
    ("numdiag_cot", ("", "_cot")),
    ("numdiag_calculation", ("", "_calculation")),
    ("numdiag_equation", ("", "_equation")),
])  # fmt: skip
def test_groups_hold_their_tasks(group, pattern):
    """Each task once; only groups of defense, transfer and control hold their tasks, which test the same rows or other forms."""
    start, end = pattern
    held = leaves(group)
    others = ("_defense", "_transfer", "_control")
    apart = () if end.endswith(others) else others
    expected = [
        name
        for name in TASKS
        if name.startswith(f"numdiag_{start}") and name.endswith(end)
        if ending(name) == ending(group)
        if not name.removesuffix(ending(name)).endswith(apart)
    ]
    assert sorted(held) == sorted(expected)
    assert len(set(held)) == len(held) > 0


def test_groups_average_what_is_alike():
    for name, group in GROUPS.items():
        kinds = {leaf.removesuffix(ending(leaf)).rpartition("_")[2] for leaf in leaves(name)}
        assert "aggregate_metric_list" in group
        assert len(kinds) == 1
    # lm-eval knows one size of a task, and the applied rows are fewer.
    for group in GROUPS.values():
        for average in group.get("aggregate_metric_list", ()):
            assert average["weight_by_size"] == (average["metric"] != "accuracy_applied")


@pytest.mark.parametrize("dataset", DATASETS)
def test_no_stop_string_cuts_a_number_or_a_paragraph(dataset):
    assert stops(dataset)[0] in ("\nProblem:", "\nPassage:", "\nTable:")
    assert not any(stop in "The answer is 1,234.5.\n\nSo -$3 = 12%; 7" for stop in stops(dataset))


@pytest.mark.parametrize(("dataset", "revision"), [("numdiag", ""), ("you/numdiag", "v0.2.0"), ("a b/c: d", "")])
def test_tasks_name_their_release(dataset, revision):
    content = read(task_files(dataset, revision)["numdiag_drop_num_type_attack.yaml"])
    assert content["dataset_path"] == dataset
    assert content.get("dataset_kwargs", {}) == ({"revision": revision} if revision else {})


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "numdiag"


def test_the_files_are_written_once(cache):
    """Another release has another folder; nothing else remains in the cache."""
    first, again, other = write_tasks("numdiag"), write_tasks("numdiag"), write_tasks("you/numdiag")
    assert first == again != other
    assert {file.name: file.read_text() for file in first.iterdir()} == task_files("numdiag")
    assert set(cache.iterdir()) == {first, other}


def test_two_first_calls_at_once_write_whole_folders(cache, monkeypatch):
    """The other process ends while this one writes."""

    def overtaken(dataset, revision=""):
        monkeypatch.setattr(lm_eval_files, "task_files", task_files)
        write_tasks(dataset, revision)
        return task_files(dataset, revision)

    monkeypatch.setattr(lm_eval_files, "task_files", overtaken)
    folder = write_tasks("numdiag")
    assert set(cache.iterdir()) == {folder}
    assert {file.name for file in folder.iterdir()} == task_files("numdiag").keys()


@pytest.mark.parametrize("given", [("../..\x1b[2J",), ("x\ny: z",), ("you/numdiag", "v1\u202e")])
def test_a_name_that_cannot_be_printed_is_refused(given, cache):
    with pytest.raises(InputError, match="is no name"):
        write_tasks(*given)
    assert not cache.exists() or not list(cache.iterdir())


def test_only_tasks_have_data():
    with pytest.raises(InputError, match="only lm_eval"):
        path("metric", dataset="you/numdiag")


# Scores


def test_the_clustered_se_knows_who_shares_a_text():
    """Computed by hand: two groups of two rows whose scores agree err as two rows do."""
    scores, groups = [1.0, 1.0, 0.0, 0.0], ["a", "a", "b", "b"]
    assert clustered_se(list(zip(scores, groups, strict=True))) == pytest.approx((1 + 1) ** 0.5 / 4)
    assert clustered_se(list(zip(scores, "abcd", strict=True))) == pytest.approx(0.25)
    assert clustered_se([(1.0, "a"), (0.0, "a")]) == 0


NATURAL = [
    "{}",
    " {}.",
    "The answer is {}.",
    "Let me think. There are 3 things.\n\nFirst, 3 + 4 = 7.\n\nSo the final answer is: **{}**",
    "<think>2 or 5?</think>\n{}",
    "\\boxed{{{}}}",
    " {}\n\nProblem: How many are 7 and 8?\nAnswer: 15",
]


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("form", NATURAL)
def test_gold_answers_are_right_however_they_are_written(sample_release, dataset, form):
    for row in rows_of(sample_release, f"{dataset}-verbosity-attack"):
        if WITH_UNIT.fullmatch(row["answers"][0]):
            continue
        scores = scored(row, form.format(answer(row)))
        assert scores["accuracy"] == 1, (row["id"], answer(row))
        assert scores["accuracy_applied"] == (1 if row["status"] == "applied" else None)


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("wrong", ["", "lol", "The answer is 987654.25", "I cannot say.", "."])
def test_wrong_answers_are_wrong(sample_release, dataset, wrong):
    for row in rows_of(sample_release, dataset):
        scores = scored(row, wrong)
        assert scores["accuracy"] == 0
        assert "accuracy_applied" not in scores  # an original was not perturbed


def test_the_mean_over_applied_rows_leaves_the_others_out():
    assert mean_applied([1.0, None, 0.0, None]) == 0.5
    assert math.isnan(mean_applied([None]))


def test_numbers_in_other_forms_are_right(sample_release):
    row = next(r for r in rows_of(sample_release, "asdiv_a") if len(r["answers"][0]) > 3)
    (gold,) = row["answers"]
    grouped = f"{int(gold):,}"
    for text in (f"${grouped}.00", f"{grouped} {row['unit']}", f"x = {gold}", row["equation"]):
        assert scored(row, text)["accuracy"] == 1, text


@pytest.mark.parametrize("dataset", DATASETS)
def test_what_a_harness_cannot_score_is_named(dataset, sample_release):
    """A completion that is no text, and a row without a column that is read."""
    row = rows_of(sample_release, dataset)[0]
    wrong: Any
    for wrong in (None, 3, b"3", ["3"]):
        with pytest.raises(NumdiagError, match=r"completions\[0\]\[1\] does not fit"):
            answer_lines([["3", wrong]], [row])
        with pytest.raises(NumdiagError, match=r"results\[0\] does not fit"):
            process_results(row, [wrong])
    for results in ([], ["1", "2"]):
        with pytest.raises(NumdiagError, match="one is expected"):
            process_results(row, results)
    for column in ("dataset", "context", "table", "group", "status", "answers"):
        less = {key: value for key, value in row.items() if key != column}
        with pytest.raises(NumdiagError, match=f"has no column '{column}'"):
            process_results(less, answer_lines([["3"]], [less])[0])
