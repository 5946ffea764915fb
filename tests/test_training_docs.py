"""Every training command of the documents is one that the scripts take."""

import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

from transformers import TrainingArguments

from train.arguments import parse_options, parse_run, read_script
from train.diagnose import SCRIPTS, DiagnosisArguments
from train.pairs import _DEFAULTS as PAIR_DEFAULTS
from train.pairs import PairArguments
from train.probe.options import DEFAULTS as PROBE_DEFAULTS
from train.probe.options import ProbeArguments

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["README.md", *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
_COMMAND = re.compile(
    r"^(?:\s*)(?:numdiag|accelerate launch -m numdiag_datasets) train (.*?)(?<!\\)$", re.MULTILINE | re.DOTALL
)
OTHERS = {"pairs": (PairArguments, PAIR_DEFAULTS), "probe": (ProbeArguments, PROBE_DEFAULTS)}


def commands():
    for name in DOCUMENTS:
        for block in re.findall(r"^```\w*\n(.*?)^```$", (ROOT / name).read_text(), re.DOTALL | re.MULTILINE):
            for found in _COMMAND.finditer(block):
                yield pytest.param(found[1], id=f"{name}: {found[1].split()[0]} {len(found[1])}")


@pytest.mark.parametrize("command", list(commands()))
def test_the_command_is_one(command, tmp_path):
    one = command.replace("\\\n", " ").replace("$seed", "1")
    script, *words = shlex.split(one.partition(";")[0], comments=True)
    if "--output_dir" not in words:  # which no command may lack
        words += ["--output_dir", str(tmp_path)]
    words += [] if "--use_cpu" in words else ["--use_cpu"]
    if script in OTHERS:
        kind, defaults = OTHERS[script]
        parse_options("test", (kind, TrainingArguments), words, defaults)
        return
    others = (DiagnosisArguments,) if script == "diagnose" else ()
    kind = SCRIPTS["causal_lm" if script == "diagnose" else script]
    if script == "diagnose":
        kind = SCRIPTS[read_script(words, SCRIPTS)]
    run, *_ = parse_run("test", kind.arguments, words, *others)
    assert run.config
