"""Systems: a model, its inputs and outputs, and everything else that the training loop needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any, ClassVar, Self

from torch import Tensor
from transformers import (
    DataCollatorForSeq2Seq,
    GenerationConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    Trainer,
    TrainingArguments,
)

from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import means, score_rows

from .arguments import RunArguments
from .data import Features
from .loading import empty_model, load_model, load_tokenizer, model_source
from .texts import Example

#: Tokens that a prediction may have beyond the longest training target.
_SPARE_TOKENS = 8
#: All that is kept of a model's generation settings: BART's, made for summaries, forbid repetitions of three tokens,
#: which equations need.
_TOKENS = ("bos", "eos", "pad", "decoder_start", "forced_bos", "forced_eos")


@dataclass(frozen=True, slots=True)
class Limits:
    """The most tokens of a prediction, and the number of beams."""

    max_new_tokens: int
    num_beams: int = 1

    @classmethod
    def of(
        cls, run: RunArguments, tokenizer: PreTrainedTokenizerBase, train: Sequence[Example]
    ) -> Limits:
        """Return limits under which every training target fits."""
        longest = max(len(tokenizer(example.target)["input_ids"]) for example in train)
        return cls(longest + _SPARE_TOKENS, run.num_beams)


@contextmanager
def padding_on(side: str, tokenizer: PreTrainedTokenizerBase) -> Iterator[None]:
    """Pad on a side inside a context; the saved tokenizer keeps its own."""
    own, tokenizer.padding_side = tokenizer.padding_side, side
    try:
        yield
    finally:
        tokenizer.padding_side = own


class BaselineSystem(ABC):
    """A system to train and evaluate.

    Attributes:
        arguments: the class of its training arguments.
        trainer: the class of its Trainer.
        auto_class: the class that loads its model.
    """

    auto_class: ClassVar[Any]
    arguments: ClassVar[type[TrainingArguments]] = TrainingArguments
    trainer: ClassVar[type[Trainer]] = Trainer

    def __init__(
        self, run: RunArguments, tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel
    ) -> None:
        self.run, self.tokenizer, self.model = run, tokenizer, model

    @classmethod
    def label(cls, run: RunArguments) -> str:
        """Return the name of the system in reports: the last part of its model's name."""
        return run.model.rstrip("/").rpartition("/")[2].removeprefix("package:")

    @classmethod
    @abstractmethod
    def check(cls, run: RunArguments) -> None:
        """Raise a `RunError` for options that the system does not support."""

    @classmethod
    @abstractmethod
    def create(
        cls, run: RunArguments, arguments: Any, train: Sequence[Example], *, empty: bool = False
    ) -> Self:
        """Create the system before its training; some systems take their vocabulary from its examples.

        Args:
            empty: whether to leave out the weights, if that saves loading them.
        """

    @classmethod
    def load(cls, run: RunArguments, folder: Path) -> Self:
        """Load the trained system, with float32 weights, that `save` wrote to a folder."""
        return cls(run, load_tokenizer(run, folder), load_model(cls.auto_class, run, folder))

    def save(self, folder: Path) -> None:
        """Write the files that `load` reads."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    @abstractmethod
    def encode(self, example: Example, training: bool) -> Features:
        """Encode the input and, for training, the target; without ``labels`` if it cannot be learnt."""

    @abstractmethod
    def collate(self, features: list[Features]) -> Mapping[str, Tensor]:
        """Return a batch."""

    @abstractmethod
    def predict(
        self, features: list[Features], examples: Sequence[Example], limits: Limits
    ) -> list[dict[str, Any]]:
        """Predict a batch: a line of a prediction file for each example."""

    def analysis(
        self, examples: Sequence[Example], lines: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return a further analysis of predictions, for the results file."""
        return {}


class TextSystem(BaselineSystem):
    """A pre-trained model that reads and writes text.

    Attributes:
        inputs: the names of the inputs of the model.
    """

    def __init__(
        self, run: RunArguments, tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel
    ) -> None:
        super().__init__(run, tokenizer, model)
        kept = {f"{name}_token_id" for name in _TOKENS}
        own = model.generation_config.to_dict().items()
        model.generation_config = GenerationConfig(**{key: x for key, x in own if key in kept})
        self.inputs = frozenset(signature(model.forward).parameters)
        self._collate = DataCollatorForSeq2Seq(tokenizer, model, pad_to_multiple_of=8)

    @classmethod
    def check(cls, run: RunArguments) -> None:
        model_source(run)

    @classmethod
    def create(
        cls, run: RunArguments, arguments: Any, train: Sequence[Example], *, empty: bool = False
    ) -> Self:
        load = empty_model if empty else load_model
        return cls(run, load_tokenizer(run), load(cls.auto_class, run))

    def analysis(
        self, examples: Sequence[Example], lines: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the accuracy of equations before results, as a model may fail only at computing (table 5)."""
        rows = [example.row for example in examples]
        if self.run.target != "both" or not rows[0]["equation"]:
            return {}
        equations = (to_prediction(line["equation"]) for line in lines)
        scored = means(score_rows(rows[0]["dataset"], rows, equations))
        return {name: points for name, points in scored.items() if name == "equation_accuracy"}

    def collate(self, features: list[Features]) -> Mapping[str, Any]:
        return self._collate(features)

    def predict(
        self, features: list[Features], examples: Sequence[Example], limits: Limits
    ) -> list[dict[str, Any]]:
        """Generate texts, with padding on the left if the model continues its input."""
        tokenizer, model = self.tokenizer, self.model
        only_new = not model.config.is_encoder_decoder
        with padding_on("left", tokenizer) if only_new else nullcontext():
            padded = tokenizer.pad(features, return_tensors="pt").to(model.device)
        output = model.generate(
            **padded,
            max_new_tokens=limits.max_new_tokens,
            num_beams=limits.num_beams,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        if only_new:
            output = output[:, padded["input_ids"].shape[1] :]
        texts = tokenizer.batch_decode(output, skip_special_tokens=True)
        return [example.prediction(text) for example, text in zip(examples, texts, strict=True)]
