"""The class of the tasks: lm-eval's own, but for what depends on whether a chat is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval.api.task import ConfigurableTask

from numdiag_datasets.scoring.harness import prompts

#: Cuts nothing off: no text holds it. Servers do not take an empty list.
_END_OF_TURN = "<|im_end|>"


class NumdiagTask(ConfigurableTask):
    """A task of numdiag.

    A chat template gets the question alone: no ``Answer:`` to go on from, and no stop strings of a prompt, since a model ends its own
    turn and may well say the question again. ``--metadata '{"few_shot_seed": 2}'`` draws other examples.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__(config={key: value for key, value in config.items() if key != "class"})

    def fewshot_docs(self) -> Any:
        """The train split in the order in which its rows serve as examples."""
        train = self.dataset[self.config.fewshot_split]
        seed = int((self.config.metadata or {}).get("few_shot_seed", prompts.FEW_SHOT_SEED))
        return train.select(
            prompts.few_shot_order(train["source_id"], train["group"], train["status"], seed)
        )

    def fewshot_context(self, doc: Any, num_fewshot: int, **settings: Any) -> Any:
        """The prompt of a row; see `ConfigurableTask.fewshot_context`."""
        if settings.get("apply_chat_template"):
            settings["gen_prefix"] = None
            if settings.get("fewshot_as_multiturn"):
                self.fewshot_cfg.gen_prefix = None
        return super().fewshot_context(doc, num_fewshot, **settings)

    def construct_requests(self, doc: Any, ctx: Any, **settings: Any) -> Any:
        """The request for a row; see `ConfigurableTask.construct_requests`."""
        chat = settings.get("apply_chat_template")
        request = super().construct_requests(doc, ctx, **settings)
        if chat:
            text, generation = request.arguments
            request.arguments = (text, {**generation, "until": [_END_OF_TURN]})
        return request
