"""``eval.yaml``, which makes a data set a benchmark of the Hub and is run by ``inspect eval hf/you/numdiag``.

The layout is that of inspect-ai's tasks on the Hub (inspect_ai#2887) with the Hub's own fields (hub-docs#2226).
"""

from __future__ import annotations

from typing import Any

import yaml

from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.manifest import Manifest

_DESCRIPTION = (
    "Does a model really understand the numbers? Numerical question answering, and the same questions perturbed in eight ways that "
    "would not trouble a person. What counts is the drop from the originals to each attack."
)
#: The prompt of inspect-ai. The texts are in separate columns, which it prints as Python lists. Its matcher takes the last
#: number of a completion, so the prompt asks for a last line that has no other.
_TEMPLATE = (
    "{context}\n\n{prompt}\n\n"
    'End with a line of the form "ANSWER: x", where x is the final answer: a number in digits, without its unit.'
)
#: inspect-ai's own scorers compare with one text, so spans with a scale are excluded.
_FORMS = (AnswerForm.EQUATION, AnswerForm.SOLUTION, AnswerForm.NUMBER)


def evaluation_text(manifest: Manifest) -> str:
    """Return the ``eval.yaml`` of a release of problems, "" if it has no task.

    The tasks are the originals and attacks whose answer is a number.
    """
    tasks = [_task(config) for config in manifest.configs if _is_task(config)]
    if not tasks:
        return ""
    content = {
        "name": "numdiag",
        "description": _DESCRIPTION,
        "evaluation_framework": "inspect-ai",
        "tasks": tasks,
    }
    return str(yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120))


def _is_task(config: str) -> bool:
    is_asked = parse_config(config).setting in ("", "attack")
    return is_asked and data_set_of(dataset_of(config)).form in _FORMS


def _task(config: str) -> dict[str, Any]:
    return {
        "id": config,
        "config": config,
        "split": "test",
        "field_spec": {"input": "question", "target": "answers", "metadata": ["context"]},
        "solvers": [
            {"name": "prompt_template", "args": {"template": _TEMPLATE}},
            {"name": "generate"},
        ],
        "scorers": [{"name": "match", "args": {"location": "end", "numeric": True}}],
    }
