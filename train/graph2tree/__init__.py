"""Train Graph2Tree from scratch on a config with equations and evaluate it on others.

numdiag train graph2tree --recipe graph2tree --config asdiv_a --evaluate asdiv_a 'asdiv_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.optim.lr_scheduler import LRScheduler, StepLR
from transformers import Trainer, TrainingArguments

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.equation import EquationError, parse_equation

from ..arguments import RunArguments
from ..data import IGNORED, Features
from ..errors import RunError
from ..placeholders import placeholder
from ..systems import BaselineSystem, Limits
from ..texts import Example
from .expressions import OPERATORS, to_infix, to_prefix
from .model import Graph2TreeConfig, Graph2TreeModel
from .words import NUMBER, word_tokenizer


@dataclass
class Graph2TreeArguments(TrainingArguments):
    """Training arguments with the sizes of a model trained from scratch."""

    embedding_size: int = field(default=128, metadata={"help": "Width of words and operators."})
    hidden_size: int = field(default=512, metadata={"help": "Width of everything else."})
    graph_heads: int = field(default=2, metadata={"help": "Heads of each of the two graphs."})
    dropout: float = field(default=0.5, metadata={"help": "Dropout, but for the graphs."})
    graph_dropout: float = field(default=0.3, metadata={"help": "Dropout in the graphs."})
    min_word_count: int = field(
        default=6, metadata={"help": "How often a word must be seen in the training to be known."}
    )
    halve_every: float = field(
        default=20, metadata={"help": "Epochs after which the learning rate is halved, each time."}
    )


class Graph2TreeTrainer(Trainer):
    """A Trainer with Adam and a step-wise halved learning rate, as in the published system."""

    args: Graph2TreeArguments
    optimizer: torch.optim.Optimizer | None
    lr_scheduler: LRScheduler | None

    def create_optimizer(self, model: Any = None) -> torch.optim.Optimizer:
        """Return Adam, with weight decay as part of the gradient."""
        if self.optimizer is None:
            self.optimizer = torch.optim.Adam(
                (model or self.model).parameters(),
                lr=self.args.learning_rate,
                weight_decay=self.args.weight_decay,
                fused=True,
            )
        return self.optimizer

    def create_scheduler(
        self, num_training_steps: int, optimizer: torch.optim.Optimizer | None = None
    ) -> LRScheduler:
        """Halve the learning rate every `halve_every` epochs."""
        if self.lr_scheduler is None:
            epochs = self.args.num_train_epochs
            steps = max(round(num_training_steps * self.args.halve_every / epochs), 1)
            self.lr_scheduler = StepLR(optimizer or self.optimizer, steps, gamma=0.5)
            self._created_lr_scheduler = True
        return self.lr_scheduler


class Graph2Tree(BaselineSystem):
    """Graph2Tree, with a vocabulary from the training texts; numbers are always masked."""

    arguments = Graph2TreeArguments
    trainer = Graph2TreeTrainer
    auto_class = Graph2TreeModel
    model: Graph2TreeModel

    @classmethod
    def label(cls, run: RunArguments) -> str:
        return "graph2tree"

    @classmethod
    def check(cls, run: RunArguments) -> None:
        if run.target != "equation" or run.numbers != "placeholders":
            raise RunError("graph2tree needs --target equation and --numbers placeholders")
        if data_set_of(parse_config(run.config).dataset).form is not AnswerForm.EQUATION:
            raise RunError(f"graph2tree needs equations in every row; {run.config} has others")

    @classmethod
    def create(
        cls, run: RunArguments, arguments: Any, train: Sequence[Example], *, empty: bool = False
    ) -> Self:
        tokenizer = word_tokenizer(map(_problem_text, train), arguments.min_word_count)
        found = {symbol for example in train for symbol in _prefix(example)}
        constants = {symbol for symbol in found if symbol[0].isdigit()}
        config = Graph2TreeConfig(
            vocab_size=len(tokenizer),
            number_id=tokenizer.convert_tokens_to_ids(NUMBER),
            operators=OPERATORS,
            constants=tuple(sorted(constants)),
            embedding_size=arguments.embedding_size,
            hidden_size=arguments.hidden_size,
            graph_heads=arguments.graph_heads,
            dropout=arguments.dropout,
            graph_dropout=arguments.graph_dropout,
        )
        return cls(run, tokenizer, Graph2TreeModel(config))

    def encode(self, example: Example, training: bool) -> Features:
        ids = self.tokenizer(_problem_text(example))["input_ids"][: self.run.max_input_length]
        count = ids.count(self.model.config.number_id)
        values = [Fraction(literal) for literal in example.masked.literals[:count]]
        ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
        encoded = {"input_ids": ids, "number_ranks": [ranks[value] for value in values]}
        if training and (prefix := _prefix(example)):
            symbols = [*self.model.config.symbols, *map(placeholder, range(1, count + 1))]
            if set(prefix) <= set(symbols):
                encoded["labels"] = [symbols.index(symbol) for symbol in prefix]
        return encoded

    def collate(self, features: list[Features]) -> Mapping[str, Tensor]:
        batch = {"attention_mask": _padded([[1] * len(row["input_ids"]) for row in features], 0)}
        for key, padding in (("input_ids", 0), ("number_ranks", 0), ("labels", IGNORED)):
            if key in features[0]:
                batch[key] = _padded([row[key] for row in features], padding)
        return batch

    def predict(
        self, features: list[Features], examples: Sequence[Example], limits: Limits
    ) -> list[dict[str, Any]]:
        batch = {key: value.to(self.model.device) for key, value in self.collate(features).items()}
        output = self.model.generate(
            **batch, max_new_tokens=limits.max_new_tokens, num_beams=limits.num_beams
        )
        lines = []
        for example, ids in zip(examples, output.tolist(), strict=True):
            count = len(example.masked.literals)
            symbols = [*self.model.config.symbols, *map(placeholder, range(1, count + 1))]
            lines.append(example.prediction(to_infix([symbols[i] for i in ids if i])))
        return lines


def _problem_text(example: Example) -> str:
    return f"{example.context} {example.question}"


def _prefix(example: Example) -> list[str]:
    """Return the equation in prefix order over placeholders; empty if the decoder cannot express it."""
    equation = parse_equation(example.row["equation"])
    try:
        return to_prefix(equation, example.masked.mask_operands(equation))
    except EquationError:
        return []


def _padded(rows: list[list[int]], padding: int) -> Tensor:
    tensors = [torch.tensor(row, dtype=torch.long) for row in rows]
    return pad_sequence(tensors, batch_first=True, padding_value=padding)
