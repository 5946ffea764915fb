"""What models read and write: problems as texts and tokens, and texts as predictions."""

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

import torch

from tests.small_models import SYSTEMS, parsed
from train.causal_lm import CausalLM
from train.data import load_examples
from train.texts import to_example


def row(**columns):
    return {"id": "r", "dataset": "asdiv_a", "context": ["Ann has 12 pens.", "Bo has 3."], "table": [],
            "question": "How many in all?", "equation": "12 + 3", "answers": ["15"], "scale": ""} | columns  # fmt: skip


@pytest.mark.parametrize(("trap", "columns", "target", "numbers", "written"), [
    ("an equation", {}, "equation", "tokens", "12 + 3"),
    ("an answer", {}, "answer", "tokens", "15"),
    ("placeholders", {}, "equation", "placeholders", "[NUM1] + [NUM2]"),
    ("an equation and its result", {}, "both", "tokens", "12 + 3 = 15"),
    ("both, with a scale", {"scale": "million", "dataset": "tatqa_a"}, "both", "tokens", "12 + 3 = 15 | million"),
    ("both of a question that no equation answers", {"equation": "", "dataset": "tatqa_a"}, "both", "tokens", "15"),
    ("no equation", {"equation": ""}, "equation", "tokens", "15"),
    ("a scale", {"scale": "million", "dataset": "tatqa_a"}, "answer", "tokens", "15 | million"),
    ("spans", {"answers": ["a", "b"], "dataset": "tatqa_a"}, "answer", "tokens", "a ; b"),
    ("a worked solution", {"rationale": "<<12+3=15>>15\n#### 15", "dataset": "gsm8k"}, "rationale", "tokens", "<<12+3=15>>15\n#### 15"),
    ("a solution that could not be told again", {"rationale": "", "dataset": "gsm8k"}, "rationale", "tokens", "#### 15"),
    ("one of several answers", {"answers": ["4", "5"], "dataset": "drop_num"}, "answer", "tokens", "4"),
])  # fmt: skip
def test_targets(trap, columns, target, numbers, written):
    assert to_example(row(**columns), target, numbers).target == written, trap


def test_a_table_is_flattened_by_row_before_the_paragraphs():
    example = to_example(row(table=[["", "2019"], ["Bread", "4"]]), "answer", "tokens")
    assert example.context == " | 2019 ; Bread | 4 Ann has 12 pens. Bo has 3."


@pytest.mark.parametrize(("trap", "target", "columns", "text", "prediction"), [
    ("an equation", "equation", {}, " 12 + 3 ", {"prediction": "12 + 3"}),
    ("an equation for TAT-QA is evaluated", "equation", {"dataset": "tatqa_a"}, "(12 - 3) / 9 * 100 | percent", {"prediction": ["100"], "scale": "percent"}),
    ("division by zero is left as it is", "equation", {"dataset": "tatqa_a"}, "1 / 0", {"prediction": ["1 / 0"], "scale": ""}),
    ("spans", "equation", {"dataset": "tatqa_a"}, "a ; b", {"prediction": ["a", "b"], "scale": ""}),
    ("a worked solution", "equation", {"dataset": "gsm8k"}, "So <<12+3=15>>15\n#### 15", {"prediction": "15"}),
    ("nothing", "equation", {"dataset": "tatqa_a"}, "", {"prediction": [""], "scale": ""}),
    # Table 5 of the paper scores the answer that the model computed, not the value of its equation.
    ("both, computed wrongly", "both", {}, "12 + 3 = 16", {"prediction": "16", "equation": "12 + 3"}),
    ("both, without an equation", "both", {}, "15", {"prediction": "15", "equation": ""}),
    ("both, for TAT-QA", "both", {"dataset": "tatqa_a"}, "12 + 3 = 15 | million", {"prediction": ["15"], "scale": "million", "equation": "12 + 3"}),
])  # fmt: skip
def test_predictions(trap, target, columns, text, prediction):
    example = to_example(row(**columns), target, "tokens")
    assert example.prediction(text) == {"id": "r"} | prediction, trap


def test_placeholders_are_put_back():
    example = to_example(row(), "equation", "placeholders")
    assert example.context == "Ann has [NUM1] pens. Bo has [NUM2]."
    assert example.prediction("[NUM2] * [NUM1]")["prediction"] == "3 * 12"


@pytest.mark.parametrize("kind", ["t5", "gpt2"])
def test_the_context_is_cut_and_the_question_is_not(small_models, few_configs, tmp_path, kind):
    run, arguments = parsed(small_models, few_configs, tmp_path, kind, max_input_length=100)
    system = SYSTEMS[kind].create(run, arguments, [])
    example = to_example(row(context=["Once upon a time. " * 100]), "equation", "tokens")
    ids = system.encode(example, False)["input_ids"]
    assert len(ids) == 100
    assert "How many in all?" in system.tokenizer.decode(ids)


def test_only_the_target_is_learnt(small_models, few_configs, tmp_path):
    run, arguments = parsed(small_models, few_configs, tmp_path, "gpt2")
    system = CausalLM.create(run, arguments, [])
    tokenizer = system.tokenizer
    features = system.encode(to_example(row(), "equation", "tokens"), True)
    learnt = [label for label in features["labels"] if label != -100]
    assert tokenizer.decode(learnt) == " 12 + 3</s>"
    assert len(features["labels"]) == len(features["input_ids"])


def test_a_batch_is_learnt_like_its_rows(small_models, few_configs, tmp_path):
    """Padding and logits of the end alone change no loss; no position sees padding alone, whose gradients a GPU makes NaN."""
    run, arguments = parsed(small_models, few_configs, tmp_path, "gpt2")
    train = load_examples(run, "asdiv_a", "train")[:6]
    system = CausalLM.create(run, arguments, train)
    system.tokenizer.padding_side = "left"
    features = [system.encode(example, True) for example in train]
    lengths = [sum(label != -100 for label in row["labels"]) for row in features]
    assert len({len(row["input_ids"]) for row in features}) > 1
    losses = [system.model.eval()(**{k: torch.tensor([v]) for k, v in row.items()}).loss for row in features]
    alone = sum(length * loss for length, loss in zip(lengths, losses, strict=True)) / sum(lengths)
    batch = system.collate(features)
    assert batch["attention_mask"][:, 0].all()
    assert batch["labels"].shape[1] < batch["input_ids"].shape[1]
    assert system.model(**batch).logits.shape[:2] == batch["labels"].shape
    torch.testing.assert_close(system.model(**batch).loss, alone)
    assert system.tokenizer.padding_side == "left"
