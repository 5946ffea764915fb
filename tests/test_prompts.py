"""Prompts: what is asked, how they end, and the examples before them."""

import pytest

from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.scoring.harness.prompts import (
    STYLES,
    Prompting,
    few_shot_order,
    instruction,
    lead,
    prompt,
    target,
)
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
    assert [lead(style) for style in STYLES] == ["Answer:", "Reasoning:"]
    with pytest.raises(ValueError, match="choose from direct, cot"):
        instruction("asdiv_a", "poem")  # type: ignore[arg-type]


ENDS = [
    ("direct", False, "without its unit.\nAnswer:"),
    ("direct", True, "without its unit."),
    ("cot", False, "without its unit.\nReasoning:"),
    ("cot", True, "without its unit."),
]


@pytest.mark.parametrize(("style", "chat", "end"), ENDS)
def test_prompts_end_as_their_reader_goes_on(sample_release, style, chat, end):
    """A chat's turn ends with what is wanted: nothing dangles behind it."""
    row = rows_of(sample_release, "svamp")[0]
    text = prompt(row, style, chat=chat)
    assert text.endswith(end)
    assert ("Think step by step." in text) == (style == "cot")
