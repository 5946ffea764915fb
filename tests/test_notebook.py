"""The walk-through in docs/evaluate.ipynb: it runs from top to bottom, and shows a run of a real model."""

import ast
import json
import os
import re
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from numdiag_datasets import PERTURBATIONS
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.release_rows import config_rows
from numdiag_datasets.release.building.build import build
from tests.documents import ROOT, commands_of
from tests.test_commands import command_of

nbformat = pytest.importorskip("nbformat", reason="the dev extra is not installed")
nbclient = pytest.importorskip("nbclient", reason="the dev extra is not installed")
pytest.importorskip("ipykernel", reason="the dev extra is not installed")
torch = pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("matplotlib", reason="the report extra is not installed")

pytestmark = pytest.mark.slow

NOTEBOOK = ROOT / "docs" / "evaluate.ipynb"
#: Of each config: not all that the sample has, so that the signature names a part.
ROWS = 12
#: Behind the last cell of a test's run: the table as values, not as the text that shows it.
PROBE = "print(table.reset_index().to_json(orient='records'))"


def save_one_answer_model(answer: str, folder: Path) -> Path:
    """Write a model that answers every prompt with one number, over and over, and its tokenizer."""
    from transformers import AutoTokenizer, GPT2LMHeadModel

    from tests.small_models import save_small_model

    save_small_model("gpt2", folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.add_tokens([f" {answer}\n"])
    tokenizer.save_pretrained(folder)
    model = GPT2LMHeadModel.from_pretrained(folder)
    model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    # Whatever was asked, the last layer points to this token.
    with torch.no_grad():
        model.transformer.wte.weight[-1] = torch.arange(model.config.n_embd)
        model.transformer.ln_f.weight.zero_()
        model.transformer.ln_f.bias.copy_(model.transformer.wte.weight[-1])
    model.save_pretrained(folder)
    return folder


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def cell(notebook, identity):
    (found,) = [cell for cell in notebook.cells if cell.id == identity]
    return found


def table_of(cell):
    """The lines of the shown table, by perturbation: the texts of their cells."""
    html = next(output.data["text/html"] for output in cell.outputs if "data" in output)
    lines = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    texts = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in lines]
    return {name: line for line in texts for name in PERTURBATIONS if name in line}


@pytest.fixture(scope="module")
def committed():
    return nbformat.read(NOTEBOOK, as_version=4)


@pytest.fixture(scope="module")
def release(sample, build_once):
    """As the notebook says to build it: each load goes through all configs of a release."""
    return build_once("walk", lambda to: build([sample], to / "numdiag", match_configs("asdiv_a*"))) / "numdiag"


@pytest.fixture(scope="module")
def asked(release):
    """Config -> the rows that the run asks."""
    manifest = read_manifest(release)
    configs = ["asdiv_a", *(f"asdiv_a-{name}-attack" for name in PERTURBATIONS)]
    return {config: list(config_rows(release, manifest, config, ["test"]))[:ROWS] for config in configs}


@pytest.fixture(scope="module")
def one_answer(asked):
    """What most of the originals have for an answer, of those with a number that reads as one."""
    return Counter(row["answers"][0] for row in asked["asdiv_a"]).most_common(1)[0][0]


@pytest.fixture(scope="module")
def ran(committed, release, one_answer, tmp_path_factory):
    """The notebook after a run with other parameters."""
    folder = tmp_path_factory.mktemp("notebook")
    parameters = {
        "MODEL": str(save_one_answer_model(one_answer, folder / "model")),
        "RELEASE": str(release),
        "ROWS": ROWS,
        "BATCH": 8,  # leaves a smaller last one
    }
    notebook = deepcopy(committed)
    given = cell(notebook, "parameters")
    names = {target.id for line in ast.parse(given.source).body for target in line.targets}
    assert names == parameters.keys()
    given.source = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
    for each in code_cells(notebook):
        each.outputs, each.execution_count = [], None
    notebook.cells.append(nbformat.v4.new_code_cell(PROBE))
    nowhere = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
    environment = nowhere | {
        "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(folder / "home"),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        nbclient.NotebookClient(
            notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
        ).execute()
    return notebook


def test_it_runs_to_the_end_as_it_is(committed, ran):
    """With other parameters, and no other change of its code."""
    *cells, probe = code_cells(ran)
    assert [each.execution_count for each in (*cells, probe)] == [*range(1, len(cells) + 2)]
    assert [each.source for each in cells if each.id != "parameters"] == [
        each.source for each in code_cells(committed) if each.id != "parameters"
    ]


def test_the_table_says_what_the_model_got_right(ran, asked, one_answer):
    """Of a model that has one answer for all: over the rows that changed, how many have it, before and after."""
    (output,) = code_cells(ran)[-1].outputs
    lines = {line["perturbation"]: line for line in json.loads(output.text)}
    assert [*lines] == [*PERTURBATIONS]
    originals = {row["id"]: row for row in asked["asdiv_a"]}
    for name, line in lines.items():
        changed = [row for row in asked[f"asdiv_a-{name}-attack"] if row["status"] == APPLIED]
        before, after = (
            sum(row["answers"][0] == one_answer for row in rows) / len(changed) * 100
            for rows in ([originals[row["source_id"]] for row in changed], changed)
        )
        assert line["capability"] == PERTURBATIONS[name].capability
        assert line["rows"] == len(changed)
        found = (line["original"], line["attacked"], line["drop"])
        assert found == pytest.approx((before, after, before - after), abs=0.051)
        assert line["from"] <= line["drop"] <= line["to"]
        assert line["seen"] == (line["from"] > 0 or line["to"] < 0)
    assert any(line["drop"] for line in lines.values())


def test_the_conclusion_is_what_the_table_shows(committed):
    """Its figures stand in the table, and it names exactly those whose interval holds 0."""
    lines = table_of(cell(committed, "table"))
    conclusion = cell(committed, "conclusion").source
    figures = set(re.findall(r"-?\d+\.\d", conclusion))
    assert figures
    assert figures <= {text for line in lines.values() for text in line}
    unseen = re.search(r"^\*\*Not seen\*\*: (.*?)\.", conclusion, re.MULTILINE)
    assert unseen is not None
    assert re.findall(r"`(\w+)`", unseen[1]) == [name for name, line in lines.items() if line[-1] == "False"]


def test_its_commands_are_read(committed):
    """As those of the pages, also where the path of the environment stands before them."""
    text = "\n".join(each.source for each in committed.cells if each.cell_type == "markdown")
    commands = [*commands_of(re.sub(r"^\S*/numdiag ", "numdiag ", text, flags=re.MULTILINE))]
    assert {words[0] for words in commands} == {"build", "evaluate", "report"}
    for name, *arguments in commands:
        command_of(name).make_context(name, arguments)
