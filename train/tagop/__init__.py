"""Train TagOp on TATQA-a over a pre-trained encoder and evaluate it on other configs.

numdiag train tagop --recipe tagop --evaluate tatqa_a 'tatqa_a-*-attack'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModel, Trainer, TrainingArguments

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.texts.table.derivation import SCALES

from ..arguments import RunArguments
from ..data import IGNORED, Features
from ..errors import RunError
from ..loading import empty_model, load_model, load_tokenizer, model_source
from ..systems import BaselineSystem, Limits
from ..texts import Example
from .errors import error_categories
from .evidence import find_evidence
from .model import PARAGRAPHS, QUESTION, TABLE, TagOpConfig, TagOpModel
from .operators import CELL, COUNT, OPERATORS, ORDERED, SPAN, SPANS, apply
from .units import Unit, span_text, spans, units_of

#: Cells and words with a higher probability are evidence.
_THRESHOLD = 0.5


@dataclass
class TagOpArguments(TrainingArguments):
    """Training arguments with separate learning rates for encoder and classifiers."""

    encoder_learning_rate: float = field(
        default=1.5e-5, metadata={"help": "The learning rate of the pre-trained encoder."}
    )
    encoder_weight_decay: float = field(
        default=0.01, metadata={"help": "The weight decay of the pre-trained encoder."}
    )
    attention_dropout: bool = field(
        default=True,
        metadata={"help": "Dropout in the attention of a BERT-like encoder; costly without a GPU."},
    )
    operators: list[str] = field(
        default_factory=lambda: list(OPERATORS),
        metadata={
            "help": "Only these are learnt and chosen, so that rows of others cannot be learnt: the ablation of "
            "Zhu et al. (2021), table 5.",
            "choices": list(OPERATORS),
        },
    )


class TagOpTrainer(Trainer):
    """A Trainer with AdamW and separate learning rates and weight decays for encoder and classifiers."""

    args: TagOpArguments
    optimizer: torch.optim.Optimizer | None

    def create_optimizer(self, model: Any = None) -> torch.optim.Optimizer:
        """Return AdamW for the two groups of weights, each with its learning rate and weight decay."""
        if self.optimizer is None:
            model = model or self.model
            encoder = list(model.encoder.parameters())
            known = {id(weight) for weight in encoder}
            heads = [weight for weight in model.parameters() if id(weight) not in known]
            self.optimizer = torch.optim.AdamW(
                [
                    {
                        "params": encoder,
                        "lr": self.args.encoder_learning_rate,
                        "weight_decay": self.args.encoder_weight_decay,
                    },
                    {
                        "params": heads,
                        "lr": self.args.learning_rate,
                        "weight_decay": self.args.weight_decay,
                    },
                ],
                fused=True,
            )
        return self.optimizer


class TagOp(BaselineSystem):
    """TagOp: evidence, operator, order and scale."""

    arguments = TagOpArguments
    trainer = TagOpTrainer
    auto_class = TagOpModel
    model: TagOpModel

    @classmethod
    def label(cls, run: RunArguments) -> str:
        return f"tagop-{super().label(run)}"

    @classmethod
    def check(cls, run: RunArguments) -> None:
        if data_set_of(parse_config(run.config).dataset).form is not AnswerForm.SPANS:
            raise RunError(f"tagop chooses scales and cells, of which {run.config} has none")
        if run.numbers != "tokens":
            raise RunError("tagop takes numbers from the text; use --numbers tokens")
        model_source(run)

    @classmethod
    def create(
        cls, run: RunArguments, arguments: Any, train: Sequence[Example], *, empty: bool = False
    ) -> Self:
        changes: dict[str, Any] = (
            {} if arguments.attention_dropout else {"attention_probs_dropout_prob": 0.0}
        )
        encoder = (empty_model if empty else load_model)(AutoModel, run, **changes)
        config = TagOpConfig(
            encoder=encoder.config.to_dict(),
            operators=tuple(name for name in OPERATORS if name in arguments.operators),
            scales=tuple(SCALES),
        )
        return cls(run, load_tokenizer(run), TagOpModel(config, encoder))

    @property
    def operators(self) -> list[str]:
        """The operators among which its classifier chooses."""
        return list(self.model.config.operators)

    def encode(self, example: Example, training: bool) -> Features:
        units = units_of(example.row)
        pieces = self._pieces(example.question, units)
        encoded: Features = {"input_ids": [], "segments": [], "unit_ids": []}
        for ids, segment, unit in pieces:
            encoded["input_ids"] += ids
            encoded["segments"] += [segment] * len(ids)
            encoded["unit_ids"] += [unit] * len(ids)
        encoded = {key: values[: self.run.max_input_length] for key, values in encoded.items()}
        encoded["numbers"] = [0, *(int(unit.value is not None) for unit in units)]
        evidence = find_evidence(example.row, units) if training else None
        seen = set(encoded["unit_ids"])
        if (
            evidence
            and evidence.operator in self.operators
            and all(i + 1 in seen for i in evidence.units)
        ):
            encoded["labels"] = [
                IGNORED if unit == 0 else int(unit - 1 in evidence.units)
                for unit in encoded["unit_ids"]
            ]
            order = evidence.is_reversed
            encoded["order_labels"] = [IGNORED if order is None else int(order)]
            encoded["operator_labels"] = [self.operators.index(evidence.operator)]
            encoded["scale_labels"] = [list(SCALES).index(example.row["scale"])]
        return encoded

    def _pieces(self, question: str, units: Sequence[Unit]) -> list[tuple[list[int], int, int]]:
        """Return (token ids, segment, number of the unit from 1) of question, table and paragraphs."""
        tokenizer = self.tokenizer
        # A leading blank, which some tokenizers need to recognise the start of a word.
        texts = [f" {unit.text}" for unit in units]
        ids = tokenizer([question, *texts], add_special_tokens=False)["input_ids"]
        start = [tokenizer.cls_token_id or tokenizer.bos_token_id]
        end = [tokenizer.sep_token_id or tokenizer.eos_token_id]
        pieces = [(start + ids[0] + end, QUESTION, 0)]
        for i, unit in enumerate(units):
            if i and units[i - 1].is_cell and not unit.is_cell:
                pieces.append((end, QUESTION, 0))
            pieces.append((ids[i + 1], TABLE if unit.is_cell else PARAGRAPHS, i + 1))
        return pieces

    def collate(self, features: list[Features]) -> Mapping[str, Tensor]:
        batch = {}
        for key in features[0]:
            padding = {"labels": IGNORED, "input_ids": self.tokenizer.pad_token_id}.get(key, 0)
            rows = [torch.tensor(row[key]) for row in features]
            batch[key] = pad_sequence(rows, batch_first=True, padding_value=padding)
            if key.endswith("_labels"):
                batch[key] = batch[key].squeeze(1)
        lengths = torch.tensor([[len(row["input_ids"])] for row in features])
        batch["attention_mask"] = (torch.arange(int(lengths.max())) < lengths).long()
        return batch

    def predict(
        self, features: list[Features], examples: Sequence[Example], limits: Limits
    ) -> list[dict[str, Any]]:
        batch = {key: value.to(self.model.device) for key, value in self.collate(features).items()}
        output = self.model(**batch)
        lines = []
        for example, evidence, operator, scale, pair, order in zip(
            examples,
            output.evidence.tolist(),
            output.operator.argmax(-1).tolist(),
            output.scale.argmax(-1).tolist(),
            output.pair.tolist(),
            output.order.argmax(-1).tolist(),
            strict=True,
        ):
            units = units_of(example.row)
            name, unit_scale = self.operators[operator], list(SCALES)[scale]
            chosen = _chosen(name, units, evidence[1:], [i - 1 for i in pair if i])
            prediction = answer(
                name, units, chosen, bool(order), unit_scale, example.row["context"]
            )
            lines.append(
                {
                    "id": example.row["id"],
                    "prediction": prediction,
                    "scale": unit_scale,
                    "operator": name,
                    "units": chosen,
                }
            )
        return lines

    def analysis(
        self, examples: Sequence[Example], lines: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the accuracy of operators and the categories of errors (Zhu et al., 2021, tables 8 and 6), and the
        share of rows that can be answered.

        A row can be answered if an operator that the system has leads from units of its input to the answer.
        """
        right: dict[str, list[bool]] = {}
        answerable = sum("labels" in self.encode(example, True) for example in examples)
        for example, line in zip(examples, lines, strict=True):
            if evidence := find_evidence(example.row, units_of(example.row)):
                is_right = evidence.operator == line["operator"]
                right.setdefault(evidence.operator, []).append(is_right)
        every = [is_right for found in right.values() for is_right in found]
        return {
            "operator_accuracy": 100 * sum(every) / max(len(every), 1),
            "rows_with_evidence": len(every),
            "answerable": 100 * answerable / len(examples),
            "errors": error_categories([example.row for example in examples], lines),
            "operators": {
                name: {
                    "rows": len(right[name]),
                    "accuracy": 100 * sum(right[name]) / len(right[name]),
                }
                for name in OPERATORS
                if name in right
            },
        }


def _chosen(
    operator: str, units: Sequence[Unit], evidence: Sequence[float], pair: Sequence[int]
) -> list[int]:
    """Return the units for an operator, given their probabilities and the two likeliest numbers."""
    if operator in ORDERED:
        return list(pair)
    likely = [i for i in range(len(units)) if evidence[i] > _THRESHOLD]
    if operator == CELL:
        cells = [i for i, unit in enumerate(units) if unit.is_cell]
        best = max(cells, key=lambda i: evidence[i], default=-1)
        return [
            i for i in cells if i == best or (i in likely and units[i].number == units[best].number)
        ]
    if operator == SPAN:
        runs = spans(units, [i for i in likely if not units[i].is_cell])
        return max(runs, key=lambda run: max(evidence[i] for i in run), default=[])
    if operator not in (SPANS, COUNT):
        likely = [i for i in likely if units[i].value is not None] or list(pair)
    return likely


def answer(
    operator: str,
    units: Sequence[Unit],
    chosen: Sequence[int],
    is_reversed: bool,
    scale: str,
    paragraphs: Sequence[str],
) -> list[str]:
    """Apply an operator to chosen units: return one number, or spans.

    If there is no such number (a division by zero, too few numbers), the units are the answer.
    """
    runs = spans(units, chosen)
    if operator == COUNT:
        return [str(len(runs))]
    if operator not in (SPAN, CELL, SPANS):
        ordered = sorted(chosen, reverse=operator in ORDERED and is_reversed)
        values = [value for i in ordered if (value := units[i].value) is not None]
        number = apply(operator, values, scale)
        if number is not None:
            return [number]
    return [span_text(units, run, paragraphs) for run in runs] or [""]
