"""Graph2Tree: its layers, its search, and the whole system on rows of the sample."""

import itertools
import json

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

import torch

from train.arguments import parse_run
from train.data import load_examples
from train.errors import RunError
from train.evaluation import predict
from train.graph2tree import Graph2Tree, Graph2TreeArguments
from train.graph2tree.decoder import TreeDecoder
from train.graph2tree.dropout import Dropout
from train.graph2tree.encoder import greater_than_graph, quantity_cell_graph
from train.graph2tree.gru import BidirectionalGRU
from train.graph2tree.search import search_trees
from train.graph2tree.words import word_tokenizer
from train.systems import Limits
from train.texts import to_example
from train.training import make_trainer, run_training

LIMITS = Limits(30, 5)


def parsed(release, out, **changes):
    given = {"recipe": "graph2tree", "dataset": release, "output_dir": out, "hidden_size": 32,
             "embedding_size": 16, "min_word_count": 1, "dropout": 0, "graph_dropout": 0,
             "learning_rate": 5e-3, "disable_tqdm": True} | changes  # fmt: skip
    flat = [str(part) for key, value in given.items() for part in (f"--{key}", value)]
    return parse_run("test", Graph2TreeArguments, ["--use_cpu", *flat])


@pytest.fixture(scope="module")
def system(few_configs, tmp_path_factory):
    """A small untrained system with its examples."""
    torch.manual_seed(1)
    run, arguments = parsed(few_configs, tmp_path_factory.mktemp("system"))
    train = load_examples(run, "asdiv_a", "train")
    return Graph2Tree.create(run, arguments, train), train


def test_the_gru_is_that_of_torch_and_its_gradients_too():
    """Against packed sequences; what stands in the padding must not matter."""
    torch.manual_seed(0)
    ours, theirs = BidirectionalGRU(7, 5), torch.nn.GRU(7, 5, batch_first=True, bidirectional=True)
    pairs = []
    for direction, suffix in enumerate(("_l0", "_l0_reverse")):
        for kind, mine in (("ih", "input"), ("hh", "hidden")):
            pairs.append((f"weight_{kind}{suffix}", f"{mine}_weight", direction))
            pairs.append((f"bias_{kind}{suffix}", f"{mine}_bias", direction))
    with torch.no_grad():
        for name, mine, direction in pairs:
            getattr(theirs, name).copy_(getattr(ours, mine)[direction].T.squeeze(-1))
    lengths = torch.tensor([6, 4, 1])
    real = torch.arange(6) < lengths[:, None]
    words = torch.randn(3, 6, 7).masked_fill(~real.unsqueeze(-1), 9.0).requires_grad_()
    pack = torch.nn.utils.rnn.pack_padded_sequence(words, lengths, batch_first=True)
    expected, _ = torch.nn.utils.rnn.pad_packed_sequence(theirs(pack)[0], batch_first=True)
    found = torch.cat([*ours(words, lengths)], dim=-1) * real.unsqueeze(-1)
    torch.testing.assert_close(found, expected)
    weights = torch.randn_like(found)
    (wanted,) = torch.autograd.grad((expected * weights).sum(), words, retain_graph=True)
    (got,) = torch.autograd.grad((found * weights).sum(), words, retain_graph=True)
    torch.testing.assert_close(got, wanted)
    (expected * weights).sum().backward()
    (found * weights).sum().backward()
    for name, mine, direction in pairs:
        got = getattr(ours, mine).grad[direction].T.squeeze(-1)
        torch.testing.assert_close(got, getattr(theirs, name).grad, msg=name)


def test_dropout_keeps_the_mean_and_does_nothing_in_evaluation():
    torch.manual_seed(0)
    values = torch.ones(200, 200)
    dropped = Dropout(0.3)(values)
    assert (dropped == 0).float().mean().item() == pytest.approx(0.3, abs=0.01)
    assert dropped.mean().item() == pytest.approx(1, abs=0.01)
    assert torch.equal(Dropout(0.3).eval()(values), values)


def edges(graph):
    """The edges of one graph, loops aside; every row sums to 1."""
    torch.testing.assert_close(graph.sum(-1), torch.ones(graph.shape[:-1]))
    return {(i, j) for i, j in graph[0].nonzero().tolist() if i != j}


@pytest.mark.parametrize(("trap", "words", "ranks", "greater", "cells"), [
    ("two numbers", "w N w N w", [1, 0], {(1, 3)}, {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3)}),
    ("equal numbers", "N w w N", [0, 0], set(), {(0, 1), (1, 0), (2, 3), (3, 2)}),
    ("no numbers", "w w", [], set(), set()),
    ("numbers beside each other", "N N", [0, 1], {(1, 0)}, {(0, 1), (1, 0)}),
    ("padding", "N w . .", [0], set(), {(0, 1), (1, 0)}),
])  # fmt: skip
def test_graphs(trap, words, ranks, greater, cells):
    is_number = torch.tensor([[word == "N" for word in words.split()]])
    mask = torch.tensor([[word != "." for word in words.split()]]).long()
    number_ranks = torch.tensor([ranks], dtype=torch.long).reshape(1, -1)
    assert edges(greater_than_graph(is_number, number_ranks)) == greater, trap
    assert edges(quantity_cell_graph(is_number, mask)) == cells, trap


@pytest.mark.parametrize("seed", range(5))
def test_the_search_finds_the_likeliest_of_all_trees(seed):
    """Every tree of up to five symbols, scored as in training, against a beam as wide as that."""
    torch.manual_seed(seed)
    decoder = TreeDecoder(2, 1, 4, 8, 0.0).eval()
    mask = torch.tensor([[True, True, True], [True, True, False]])
    problems = decoder.problems(torch.randn(2, 3, 8), mask, torch.randn(2, 2, 8), mask[:, 1:], torch.randn(2, 8))
    leaves = [[(2,), (3,), (4,)], [(2,), (3,)]]
    with torch.no_grad():
        found = search_trees(decoder, problems, num_beams=500, max_symbols=5)
        for problem, ours in enumerate(leaves):
            small = [(o, *a, *b) for o in (0, 1) for a in ours for b in ours]
            five = [(o, *a, *b) for o in (0, 1) for a, b in itertools.product(small, ours)]
            five += [(o, *b, *a) for o in (0, 1) for a, b in itertools.product(small, ours)]

            def score(tree, problem=problem):
                trees = [[2], [2]]
                trees[problem] = list(tree)
                scores, symbols = decoder(problems, trees)
                chosen = torch.log_softmax(scores, -1).gather(1, symbols[:, None]).squeeze(1)
                others = decoder(problems, [[2], [2]])
                other = torch.log_softmax(others[0], -1)[1 - problem, 2]
                return (chosen.sum() - other).item()

            best = max([*ours, *small, *five], key=score)
            assert found[problem] == list(best)


def test_a_search_ends_at_its_longest_tree(system):
    """Every operator wants more; the last goals get operands."""
    graph2tree, train = system
    model = graph2tree.model.eval()
    batch = graph2tree.collate([graph2tree.encode(example, False) for example in train[:4]])
    with torch.no_grad():
        bias = model.decoder.operator_scores.bias
        before = bias.clone()
        bias.fill_(50)
        output = model.generate(**batch, max_new_tokens=9, num_beams=2)
        bias.copy_(before)
    assert (output > 0).sum(1).tolist() == [9] * 4


def row(context, question, equation):
    return {"id": "r", "dataset": "asdiv_a", "context": [context], "table": [], "scale": "",
            "question": question, "equation": equation, "answers": ["0"]}  # fmt: skip


@pytest.mark.parametrize(("trap", "context", "equation", "labels"), [
    ("operands in the order of the text", "Ann has 12 pens. Bo has 3.", "12 - 3", "- [NUM1] [NUM2]"),
    ("a number word", "Ann has twelve pens. Bo has 3.", "3 + 12", "+ [NUM2] [NUM1]"),
    ("many number words are one number", "Ann has two hundred and forty-eight pens.", "248 * 248", "* [NUM1] [NUM1]"),
    ("more numbers than ever seen", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 pens", "15 - 14", "- [NUM15] [NUM14]"),
    ("no such operator", "Ann has 12 pens. Bo has 3.", "floor(12 + 3)", None),
    ("a constant never seen", "Ann has 12 pens.", "12 * 365", None),
])  # fmt: skip
def test_labels(system, trap, context, equation, labels):
    graph2tree, _ = system
    example = to_example(row(context, "How many?", equation), "equation", "placeholders")
    encoded = graph2tree.encode(example, True)
    if labels is None:
        assert "labels" not in encoded, trap
    else:
        numbers = [f"[NUM{i}]" for i in range(1, 20)]
        symbols = [*graph2tree.model.config.symbols, *numbers]
        assert [symbols[i] for i in encoded["labels"]] == labels.split(), trap
    (line,) = graph2tree.predict([graph2tree.encode(example, False)], [example], LIMITS)
    assert isinstance(line["prediction"], str)


def test_without_any_operand_there_is_no_prediction(few_configs, tmp_path):
    """No number in the problem, and no constant in the training."""
    some = to_example(row("Ann has 12 pens. Bo has 3.", "?", "12 + 3"), "equation", "placeholders")
    none = to_example(row("Ann has some pens.", "How many?", "1"), "equation", "placeholders")
    run, arguments = parsed(few_configs, tmp_path)
    graph2tree = Graph2Tree.create(run, arguments, [some])
    lines = predict(graph2tree, [none, some, none], LIMITS, 3)
    assert [bool(line["prediction"]) for line in lines] == [False, True, False]
    assert predict(graph2tree, [none], LIMITS, 1)[0]["prediction"] == ""


@pytest.mark.slow
def test_ten_rows_are_learnt_by_heart_and_kept(few_configs, tmp_path):
    """Loaded again, and whatever stands in a batch together, it predicts the same."""
    run, arguments = parsed(few_configs, tmp_path, max_rows=10, num_train_epochs=480,
                            eval_strategy="no", save_strategy="no", load_best_model_at_end="False",
                            halve_every=120, per_device_train_batch_size=5)  # fmt: skip
    train = load_examples(run, "asdiv_a", "train")
    graph2tree = Graph2Tree.create(run, arguments, train)
    trainer = make_trainer(graph2tree, arguments, train)
    trainer.train()
    scores = trainer.evaluate(train)
    assert scores["eval_equation_equivalence"] == 100
    assert scores["eval_answer_accuracy"] == 100
    graph2tree.save(tmp_path / "model")
    loaded = Graph2Tree.load(run, tmp_path / "model")
    test = load_examples(run, "asdiv_a-extra-attack", "test")
    alone = predict(loaded, test, LIMITS, 1)
    assert len({line["prediction"] for line in alone}) > 3
    assert predict(graph2tree, test, LIMITS, 1) == alone
    assert predict(graph2tree, test, LIMITS, 7) == alone


def test_a_script_from_end_to_end(few_configs, tmp_path):
    run, arguments = parsed(few_configs, tmp_path, max_rows=12, num_train_epochs=2, logging_steps=1)
    run.evaluate = ["asdiv_a", "asdiv_a-extra-attack"]
    run_training(Graph2Tree, run, arguments)
    made = json.loads((tmp_path / "asdiv_a-extra-attack" / "results.json").read_text())
    assert made["scores"]["rows"] == 12
    assert "drop" in made
    history = json.loads((tmp_path / "training.json").read_text())["log"]
    rates = [entry["learning_rate"] for entry in history if "learning_rate" in entry]
    assert set(rates) == {5e-3}


@pytest.mark.parametrize(("changes", "message"), [
    ({"numbers": "tokens"}, "needs --target equation and --numbers placeholders"),
    ({"config": "drop_num"}, "needs equations in every row; drop_num has others"),
    ({"config": "tatqa_a-extra-defense"}, "needs equations in every row"),
])  # fmt: skip
def test_what_it_cannot_do_says_so(few_configs, tmp_path, changes, message):
    with pytest.raises(RunError, match=message):
        run_training(Graph2Tree, *parsed(few_configs, tmp_path, **changes))


@pytest.mark.parametrize(("trap", "text", "tokens"), [
    ("numbers are one word", "Ann has [NUM12] pens.", ["ann", "has", "[num]", "pens", "."]),
    ("signs stay", "$[NUM1]/[NUM2]?", ["$", "[num]", "/", "[num]", "?"]),
    ("rare words are unknown", "Bo has.", ["[unk]", "has", "."]),
])  # fmt: skip
def test_words(trap, text, tokens):
    tokenizer = word_tokenizer(["Ann has [NUM1] pens. $ / ?"] * 2, 2)
    assert tokenizer.convert_ids_to_tokens(tokenizer(text)["input_ids"]) == tokens, trap


def test_numbers_cut_off_are_not_predicted(few_configs, tmp_path):
    run, arguments = parsed(few_configs, tmp_path, max_input_length=4)
    train = load_examples(run, "asdiv_a", "train")
    graph2tree = Graph2Tree.create(run, arguments, train)
    example = to_example(row("Ann has 12 pens. Bo has 3.", "?", "12 + 3"), "equation", "placeholders")
    encoded = graph2tree.encode(example, True)
    assert len(encoded["input_ids"]) == 4
    assert len(encoded["number_ranks"]) == 1
    assert "labels" not in encoded


def test_the_gru_in_mixed_precision_is_nearly_that_in_full():
    torch.manual_seed(0)
    layer, lengths = BidirectionalGRU(7, 5), torch.tensor([6, 4])
    words = torch.randn(2, 6, 7)
    full = layer(words, lengths)
    with torch.autocast("cpu", torch.bfloat16):
        mixed = layer(words, lengths)
    mixed.sum().backward()
    assert mixed.dtype == torch.float32
    torch.testing.assert_close(mixed, full, atol=0.03, rtol=0.03)
    assert layer.hidden_weight.grad.dtype == torch.float32
