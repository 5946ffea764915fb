"""TagOp: cells and words, the evidence of answers, the ten operators, and the whole system."""

import json
from fractions import Fraction

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

from transformers import set_seed

from numdiag_datasets.core.equation import parse_equation
from tests.small_models import save_small_encoder
from train.arguments import parse_run
from train.data import load_examples
from train.errors import RunError
from train.evaluation import predict
from train.systems import Limits
from train.tagop import TagOp, TagOpArguments, answer
from train.tagop.errors import error_categories
from train.tagop.evidence import find_evidence
from train.tagop.operators import apply, operator_of
from train.tagop.units import find_cell, span_text, spans, units_of
from train.texts import to_example
from train.training import make_trainer, run_training

LIMITS = Limits(1)
TABLE = [["", "2019", "2018"], ["Revenue", "$  1,305", "$1,200"], ["Loss", "(71)", "—"], ["Shares", "1,200", "1,200"]]
TEXT = ["In 2019 the discount rate was 4.5%, against 3.75% in 2018.", "We sold 12 plants, and 3 more."]


def row(**columns):
    return {"id": "r", "dataset": "tatqa_a", "table": TABLE, "context": TEXT, "question": "What?", "equation": "",
            "derivation": "", "answers": [""], "answer_type": "span", "answer_from": "table-text",
            "scale": ""} | columns  # fmt: skip


@pytest.mark.parametrize(("trap", "cell", "value"), [
    ("money with blanks", "$  1,305", 1305),
    ("brackets are a minus sign", "(71)", -71),
    ("a dash is no number", "—", None),
    ("a name", "Revenue", None),
    ("words", "one hundred and ninety-two", 192),
    ("words in brackets", "(ninety-five point four dollars)", Fraction("-95.4")),
    ("words with their digits", "(sixty-two (62))", -62),
    ("a note behind a figure", "$(26,811) (not $72)", -26811),
    ("the same without brackets", "$  27, not $81", 27),
    ("a date", "February 2, 2018", None),
    ("one number among words", "Fiscal 2019", 2019),
])  # fmt: skip
def test_values_of_cells(trap, cell, value):
    """A reader takes the first number that is none of a date."""
    units = units_of(row(table=[["", "2019"], ["Sales", cell]]))
    assert next(unit.value for unit in units if unit.cell == cell) == value, trap


@pytest.mark.parametrize(("trap", "cell", "answers"), [
    ("a distractor in brackets", "294,954 (not 111)", ["294,954", "111"]),
    ("a distractor in front", "not 146 but (87.4)", ["146", "(87.4)"]),
    ("a minus sign and a distractor", "(168) (not 139)", ["(168)", "139"]),
    ("money", "$8,455 (not $111)", ["$8,455", "$111"]),
    ("a note that has no number", "294,954 (as said)", ["294,954"]),
    ("words with their digits", "thirty-one dollars ($31)", ["thirty-one", "$31"]),
    ("a figure", "(71)", ["(71)"]),
    ("a figure with its unit is no figure with a note", "12 months", ["12 months"]),
    ("a name", "Revenue", ["Revenue"]),
])  # fmt: skip
def test_a_number_of_a_cell_can_be_the_answer(trap, cell, answers):
    """Whatever is in the cell beside it: otherwise no system could answer the rows of verbosity."""
    its = row(table=[["", "2019"], ["Sales", cell]])
    units = units_of(its)
    places = [i for i, unit in enumerate(units) if unit.cell == cell]
    assert [span_text(units, [i], []) for i in places] == answers, trap
    assert [find_cell(units, answer) for answer in answers] == [[i] for i in places]
    assert span_text(units, places, []) == (cell if len(places) > 1 else answers[0])
    assert spans(units, places) == [places]
    assert find_cell(units, cell) == places


def test_neighbouring_words_are_one_span_and_cells_are_not():
    units = units_of(row())
    place = {unit.text: i for i, unit in enumerate(units)}
    rate = place["discount"]
    first = place["We"]  # of the next paragraph
    end = first - 1
    found = spans(units, [0, 1, rate, rate + 1, place["plants"], end, first])
    assert found == [[0], [1], [rate, rate + 1], [end], [first], [place["plants"]]]
    assert [span_text(units, span, TEXT) for span in found[1:3]] == ["2018", "discount rate"]


def evidence_of(**columns):
    """(operator, the texts of the evidence, whether reversed)."""
    its_row = row(**columns)
    units = units_of(its_row)
    found = find_evidence(its_row, units)
    if found is None:
        return None
    texts = [span_text(units, span, TEXT) for span in spans(units, sorted(found.units))]
    return found.operator, texts, found.is_reversed


@pytest.mark.parametrize(("trap", "columns", "expected"), [
    ("a cell", {"answers": ["$1,305"]}, ("cell-in-table", ["$  1,305"], None)),
    ("the table comes first", {"answers": ["2019"]}, ("cell-in-table", ["2019"], None)),
    ("but not where the answer is from the text", {"answers": ["2019"], "answer_from": "text"}, ("span-in-text", ["2019"], None)),
    ("a span, its capitals aside", {"answers": ["The discount rate"]}, ("span-in-text", ["the discount rate"], None)),
    ("a part of a word is the word", {"answers": ["plant"]}, ("span-in-text", ["plants"], None)),
    ("an answer that stands nowhere", {"answers": ["profit"]}, None),
    ("several", {"answers": ["Loss", "discount rate"], "answer_type": "multi-span"}, ("spans", ["Loss", "discount rate"], None)),
    ("one of several is missing", {"answers": ["Loss", "profit"], "answer_type": "multi-span"}, None),
    ("things counted", {"answers": ["2"], "answer_type": "count", "derivation": "Loss##Shares"}, ("count", ["Loss", "Shares"], None)),
    ("nothing to count", {"answers": ["2"], "answer_type": "count"}, None),
    ("in order", "1305 - 1200", ("difference", ["$  1,305", "$1,200"], False)),
    ("reversed", "1200 - 1305", ("difference", ["$  1,305", "$1,200"], True)),
    ("the first of several cells", "1200 + 1305", ("sum", ["$  1,305", "$1,200"], None)),
    ("the sign in the cell", "-71 + 1305", ("sum", ["$  1,305", "(71)"], None)),
    ("the size, where the sign differs", "71 + 1305", ("sum", ["$  1,305", "(71)"], None)),
    ("a percentage", "(1305 - 1200) / 1200 * 100", ("change-ratio", ["$  1,305", "$1,200"], False)),
    ("an average's divisor is no evidence", "(1305 + 1200) / 2", ("average", ["$  1,305", "$1,200"], None)),
    ("from the text", "4.5 - 3.75", ("difference", ["4.5", "3.75"], False)),
    ("a number that stands nowhere", "1305 - 999", None),
    ("the same cell twice has no order", "1200 - 1200", None),
    ("several operations", "(1305 - 1200) * 71 + 12", None),
    ("no equation", "", None),
])  # fmt: skip
def test_evidence_of_answers_and_equations(trap, columns, expected):
    if isinstance(columns, str):
        columns = {"equation": columns, "answer_type": "arithmetic"}
    assert evidence_of(**columns) == expected, trap


@pytest.mark.parametrize(("equation", "operator", "numbers"), [
    ("8 - 3", "difference", [8, 3]),
    ("8 - -3", "difference", [8, -3]),
    ("8 / 3", "division", [8, 3]),
    ("8 / 3 * 100", "division", [8, 3]),
    ("(8 - 3) / 3", "change-ratio", [8, 3]),
    ("8 / 3 - 1", "change-ratio", [8, 3]),
    ("(8 / 3 - 1) * 100", "change-ratio", [8, 3]),
    ("(8 - 3) / 8", None, None),
    ("8 + 3 + 1", "sum", [8, 3, 1]),
    ("8 * 3", "multiplication", [8, 3]),
    ("8 * 100", "multiplication", [8, 100]),
    ("(8 + 3 + 1) / 3", "average", [8, 3, 1]),
    ("(8 + 3 + 1) / 2", None, None),
    ("8 - (3 + 1)", None, None),
    ("8", None, None),
])  # fmt: skip
def test_operators_of_equations(equation, operator, numbers):
    assert operator_of(parse_equation(equation)) == (operator and (operator, numbers))


@pytest.mark.parametrize(("trap", "operator", "numbers", "scale", "expected"), [
    ("a sum", "sum", [8, 3, 1], "", "12"),
    ("rounded to two decimals", "average", [8, 3, 0], "", "3.67"),
    ("a quotient in percent", "division", [1, 3], "percent", "33.33"),
    ("a quotient", "division", [1, 3], "", "0.33"),
    ("a change ratio", "change-ratio", [3, 4], "percent", "-25"),
    ("no quotient by zero", "change-ratio", [3, 0], "", None),
    ("two numbers are needed", "difference", [3], "", None),
    ("some number is needed", "sum", [], "", None),
    ("a product", "multiplication", [3, 4], "million", "12"),
])  # fmt: skip
def test_applying_operators(trap, operator, numbers, scale, expected):
    assert apply(operator, list(map(Fraction, numbers)), scale) == expected, trap


@pytest.mark.parametrize(("trap", "operator", "chosen", "is_reversed", "expected"), [
    ("in order", "difference", ["$  1,305", "$1,200"], False, ["105"]),
    ("reversed", "difference", ["$  1,305", "$1,200"], True, ["-105"]),
    ("things are counted", "count", ["Loss", "Shares"], False, ["2"]),
    ("spans", "spans", ["Loss", "Shares"], False, ["Loss", "Shares"]),
    ("no numbers to subtract", "difference", ["Loss", "Shares"], False, ["Loss", "Shares"]),
    ("nothing chosen", "sum", [], False, [""]),
    ("nothing to count", "count", [], False, ["0"]),
])  # fmt: skip
def test_answers(trap, operator, chosen, is_reversed, expected):
    units = units_of(row())
    places = [next(i for i, unit in enumerate(units) if unit.text == text) for text in chosen]
    assert answer(operator, units, places, is_reversed, "", TEXT) == expected, trap


@pytest.fixture(scope="module")
def encoder(few_configs, tmp_path_factory):
    options = {"dataset": few_configs, "config": "tatqa_a", "output_dir": "nowhere"}
    flat = [str(part) for key, value in options.items() for part in (f"--{key}", value)]
    run, _ = parse_run("test", TagOpArguments, flat)
    examples = load_examples(run, "tatqa_a", "train")
    texts = [text for e in examples for text in (e.question, e.context)]
    return save_small_encoder(texts, tmp_path_factory.mktemp("encoder"))


def parsed(release, encoder, out, **changes):
    given = {"model": encoder, "dataset": release, "output_dir": out, "config": "tatqa_a",
             "learning_rate": 5e-3, "encoder_learning_rate": 5e-3, "disable_tqdm": True,
             "max_input_length": 256, "lr_scheduler_type": "constant"} | changes  # fmt: skip
    flat = [str(part) for key, value in given.items() for part in (f"--{key}", value)]
    return parse_run("test", TagOpArguments, ["--use_cpu", *flat])


@pytest.mark.slow
def test_ten_rows_are_learnt_by_heart_and_kept(few_configs, encoder, tmp_path):
    """Of the rows whose evidence leads to the answer; loaded again, and whatever stands in a batch
    together, the system predicts the same."""
    run, arguments = parsed(few_configs, encoder, tmp_path, num_train_epochs=120,
                            per_device_train_batch_size=10, eval_strategy="no", save_strategy="no",
                            load_best_model_at_end="False")  # fmt: skip
    train = load_examples(run, "tatqa_a", "train")
    set_seed(arguments.seed)  # as `run_training` does; else it depends on the tests before
    tagop = TagOp.create(run, arguments, train)
    learnable = [example for example in train if "labels" in tagop.encode(example, True)]
    ten = [example for example in learnable if _leads_to_answer(example)][:10]
    assert len({example.row["answer_type"] for example in ten}) > 1
    trainer = make_trainer(tagop, arguments, ten)
    trainer.train()
    scores = trainer.evaluate(ten)
    assert (scores["eval_exact_match"], scores["eval_scale_accuracy"]) == (100, 100)
    tagop.save(tmp_path / "model")
    loaded = TagOp.load(run, tmp_path / "model")
    test = load_examples(run, "tatqa_a", "test")
    alone = predict(loaded, test, LIMITS, 1)
    assert len({str(line["prediction"]) for line in alone}) > 3
    assert predict(tagop, test, LIMITS, 1) == alone
    assert predict(tagop, test, LIMITS, 5) == alone


def _leads_to_answer(example):
    units = units_of(example.row)
    found = find_evidence(example.row, units)
    assert found is not None  # it is learnable
    made = answer(found.operator, units, sorted(found.units), bool(found.is_reversed),
                  example.row["scale"], example.row["context"])  # fmt: skip
    return made == example.row["answers"]


@pytest.mark.parametrize(("trap", "columns"), [
    ("a table without numbers", {"table": [["a", "b"]], "context": ["No number here."]}),
    ("one number", {"table": [["a", "5"]], "context": []}),
    ("no table", {"table": []}),
    ("nothing at all", {"table": [[""]], "context": [""]}),
    ("more than fits", {"context": TEXT * 50}),
])  # fmt: skip
def test_odd_rows_are_predicted(few_configs, encoder, tmp_path, trap, columns):
    """Whatever the operator, there is a prediction."""
    run, arguments = parsed(few_configs, encoder, tmp_path)
    tagop = TagOp.create(run, arguments, [])
    example = to_example(row(**columns), "equation", "tokens")
    for operator in range(10):
        tagop.model.operator[-1].bias.data.zero_()[operator] = 99
        (line,) = predict(tagop, [example], LIMITS, 1)
        assert isinstance(line["prediction"], list), trap
        assert line["scale"] in ("", "thousand", "million", "billion", "percent")
    assert len(tagop.encode(example, False)["input_ids"]) <= 256


def test_only_some_operators_are_learnt_and_chosen(few_configs, encoder, tmp_path):
    """As in table 5 of Zhu et al. (2021); whatever is loaded again chooses from the same."""
    chosen = ["count", "span-in-text"]
    run, arguments = parsed(few_configs, encoder, tmp_path, max_rows=8, num_train_epochs=1)
    arguments.operators = chosen
    every = load_examples(run, "tatqa_a", "train")
    tagop = TagOp.create(run, arguments, every)
    learnt = {
        evidence.operator
        for example in every
        if "labels" in tagop.encode(example, True) and (evidence := find_evidence(example.row, units_of(example.row)))
    }
    assert learnt == {"span-in-text"}, "the sample counts nothing"
    tagop.save(tmp_path / "kept")
    again = TagOp.load(run, tmp_path / "kept")
    assert again.operators == tagop.operators == ["span-in-text", "count"]
    features = [again.encode(example, False) for example in every]
    lines = again.predict(features, every, Limits.of(run, again.tokenizer, every))
    assert {line["operator"] for line in lines} <= set(chosen)


def test_evidence_cut_off_is_not_learnt(few_configs, encoder, tmp_path):
    run, arguments = parsed(few_configs, encoder, tmp_path, max_input_length=20)
    tagop = TagOp.create(run, arguments, [])
    late = row(answers=["3"], answer_from="text")
    assert "labels" not in tagop.encode(to_example(late, "equation", "tokens"), True)
    early = row(answers=["Revenue"])
    features = tagop.encode(to_example(early, "equation", "tokens"), True)
    assert sum(label == 1 for label in features["labels"]) == 1
    assert features["order_labels"] == [-100]


def test_a_script_from_end_to_end(few_configs, encoder, tmp_path):
    run, arguments = parsed(few_configs, encoder, tmp_path, max_rows=8, num_train_epochs=1, attention_dropout=False)
    run.evaluate = ["tatqa_a", "tatqa_a-extra-attack"]
    run_training(TagOp, run, arguments)
    made = json.loads((tmp_path / "tatqa_a-extra-attack" / "results.json").read_text())
    assert set(made["scores"]) >= {"exact_match", "f1", "scale_accuracy"}
    assert 0 <= made["analysis"]["operator_accuracy"] <= 100
    assert 0 < made["analysis"]["rows_with_evidence"] <= 8
    operators = made["analysis"]["operators"].values()
    assert sum(part["rows"] for part in operators) == made["analysis"]["rows_with_evidence"]
    right = sum(part["rows"] * part["accuracy"] for part in operators)
    assert right == pytest.approx(made["analysis"]["operator_accuracy"] * made["analysis"]["rows_with_evidence"])
    lines = (tmp_path / "tatqa_a" / "predictions.jsonl").read_text().splitlines()
    assert all(set(json.loads(line)) == {"id", "prediction", "scale", "operator", "units", "row"} for line in lines)


@pytest.mark.parametrize(("changes", "message"), [
    ({"config": "asdiv_a"}, "chooses scales and cells, of which asdiv_a has none"),
    ({"numbers": "placeholders"}, "use --numbers tokens"),
    ({"model": ""}, "--model or --recipe is needed"),
    ({"model": "/no/such/model"}, "model /no/such/model: cannot be loaded"),
])  # fmt: skip
def test_what_it_cannot_do_says_so(few_configs, encoder, tmp_path, changes, message):
    with pytest.raises(RunError, match=message):
        run_training(TagOp, *parsed(few_configs, encoder, tmp_path, **changes))


def test_units_are_the_filled_cells_and_then_the_words():
    units = units_of(row())
    cells = [unit.text for unit in units if unit.is_cell]
    assert cells == ["2019", "2018", "Revenue", "$  1,305", "$1,200", "Loss", "(71)", "—", "Shares",
                     "1,200", "1,200"]  # fmt: skip
    assert [unit.is_cell for unit in units] == sorted((u.is_cell for u in units), reverse=True)
    words = [unit for unit in units if not unit.is_cell]
    assert all(TEXT[u.paragraph][u.start : u.end] == u.text for u in words)
    values = {unit.text: unit.value for unit in words}
    assert (values["4.5"], values["12"]) == (Fraction(9, 2), Fraction(12))


@pytest.mark.parametrize(("category", "change"), [
    ("none", {}),
    ("scale error", {"scale": "thousand"}),
    ("wrong calculation", {"prediction": ["1"]}),
    ("missing evidence", {"prediction": ["1"], "units": 1}),
    ("wrong evidence", {"prediction": ["1"], "units": 0}),
    ("unsupported calculation", {"prediction": ["1"], "equation": "(5 - 3) / 7 + 2"}),
])  # fmt: skip
def test_categories_of_errors(category, change):
    """The difference of two cells, with other choices than the right ones."""
    its = row(table=[["", "2019", "2018"], ["Sales", "12", "5"], ["Costs", "9", "8"]], question="By how much did sales grow?",
              equation=change.get("equation", "12 - 5"), answers=["7"], answer_type="arithmetic", answer_from="table",
              scale="million", dataset="tatqa_a")  # fmt: skip
    units = units_of(its)
    right = [i for i, unit in enumerate(units) if unit.is_cell and unit.text in ("12", "5")]
    chosen = {0: [right[0], right[0] + 3], 1: right[:1]}.get(change.get("units"), right)
    line = {"prediction": change.get("prediction", ["7"]), "scale": change.get("scale", "million"), "units": chosen}
    counted = error_categories([its], [line])
    assert {name: count for name, count in counted.items() if count} == ({category: 1} if category != "none" else {})
