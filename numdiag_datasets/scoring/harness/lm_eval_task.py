"""The tasks of lm-evaluation-harness: one class, whose settings follow from the config and the style."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from lm_eval.api.task import ConfigurableTask

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.scoring.harness import prompts, tasks

#: A stop string that occurs in no text, since servers reject an empty list.
_END_OF_TURN = "<|im_end|>"


class NumdiagTask(ConfigurableTask):
    """A config as a task of lm-eval 0.4.13, asked in one of the styles of `prompts.STYLES`.

    A chat template gets only the question, without ``Answer:`` and the stop strings of a prompt: a model ends
    its own turn and may repeat the question. ``--metadata '{"few_shot_seed": 2}'`` draws other examples.

    Args:
        config: `task`, `dataset_path` (a release directory, or a repository of the Hub), `dataset_name` (the
            name of the config), `style` (one of `prompts.STYLES`), and any other setting of a task of lm-eval.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings = _settings(config["dataset_name"], config["style"])
        given = {key: value for key, value in config.items() if key not in ("class", "style")}
        metadata = settings["metadata"] | config.get("metadata", {})
        super().__init__(config=settings | given | {"metadata": metadata})

    def fewshot_docs(self) -> Any:
        """Return the train split in the order in which its rows serve as examples."""
        train = self.dataset[self.config.fewshot_split]
        seed = int((self.config.metadata or {}).get("few_shot_seed", prompts.FEW_SHOT_SEED))
        return train.select(
            prompts.few_shot_order(train["source_id"], train["group"], train["status"], seed)
        )

    def fewshot_context(self, doc: Any, num_fewshot: int, **settings: Any) -> Any:
        """Return the prompt of a row; see `ConfigurableTask.fewshot_context`."""
        if settings.get("apply_chat_template"):
            settings["gen_prefix"] = None
            if settings.get("fewshot_as_multiturn"):
                self.fewshot_cfg.gen_prefix = None
        return super().fewshot_context(doc, num_fewshot, **settings)

    def construct_requests(self, doc: Any, ctx: Any, **settings: Any) -> Any:
        """Return the request for a row; see `ConfigurableTask.construct_requests`."""
        chat = settings.get("apply_chat_template")
        request = super().construct_requests(doc, ctx, **settings)
        if chat:
            text, generation = request.arguments
            request.arguments = (text, {**generation, "until": [_END_OF_TURN]})
        return request


def _settings(config: str, style: prompts.Style) -> dict[str, Any]:
    """Return the settings of a config's task that lm-eval reads."""
    dataset = parse_config(config).dataset
    means = (tasks.ACCURACY, *tasks.further_metrics(dataset, style))
    return {
        "training_split": "train",
        "validation_split": "validation",
        "test_split": "test",
        "fewshot_split": "train",
        # The same examples for every row, in our own order.
        "fewshot_config": {"sampler": "first_n"},
        "output_type": "generate_until",
        "doc_to_text": lambda row: prompts.question(row, style),
        "doc_to_target": lambda row: prompts.target(row, style),
        "target_delimiter": "\n",
        "gen_prefix": prompts.lead(style),
        "generation_kwargs": {
            "until": prompts.stops(dataset),
            "do_sample": False,
            "max_gen_toks": prompts.MOST_TOKENS[style],
        },
        "filter_list": [
            {
                "name": "read",
                "filter": [
                    {"function": "custom", "filter_fn": partial(tasks.answer_lines, style=style)},
                    {"function": "take_first"},
                ],
            }
        ],
        "process_results": partial(tasks.process_results, style=style),
        "metric_list": [
            *(_metric(name, "mean") for name in means),
            _metric(tasks.ACCURACY_APPLIED, tasks.mean_applied),
            _metric(tasks.CLUSTERED_ERROR, tasks.clustered_se, higher_is_better=False),
            _metric(tasks.UNREADABLE, "mean", higher_is_better=False),
        ],
        "metadata": {"version": tasks.TASK_VERSION},
    }


def _metric(name: str, aggregation: Any, *, higher_is_better: bool = True) -> dict[str, Any]:
    return {"metric": name, "aggregation": aggregation, "higher_is_better": higher_is_better}
