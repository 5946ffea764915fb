"""Class of the tasks: lm-eval's own, with changes for chats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval.api.task import ConfigurableTask

from numdiag_datasets.scoring.harness import prompts

#: A stop string that occurs in no text, since servers reject an empty list.
_END_OF_TURN = "<|im_end|>"


class NumdiagTask(ConfigurableTask):
    """A task of numdiag.

    A chat template gets only the question, without ``Answer:`` and the stop strings of a prompt: a model ends
    its own turn and may repeat the question. ``--metadata '{"few_shot_seed": 2}'`` draws other examples.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__(config={key: value for key, value in config.items() if key != "class"})

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
