"""TagOp: tags cells and words as evidence, and chooses an operator, an order and a scale.

Zhu et al., "TAT-QA: A Question Answering Benchmark on a Hybrid of Tabular and Textual Content in Finance"
(ACL 2021), section 3.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, PreTrainedConfig, PreTrainedModel
from transformers.modeling_outputs import ModelOutput

from ..data import IGNORED

#: Segments of the input.
QUESTION, TABLE, PARAGRAPHS = range(3)


class TagOpConfig(PreTrainedConfig):
    """The configuration of a TagOp.

    Args:
        encoder: the configuration of the encoder, as a dictionary.
        operators, scales: the choices.
        head_dropout: the dropout in the classifiers.
    """

    model_type = "tagop"

    encoder: dict[str, Any] = field(default_factory=dict)
    operators: tuple[str, ...] = ()
    scales: tuple[str, ...] = ()
    head_dropout: float = 0.1


class TagOpModel(PreTrainedModel):
    """Four classifiers over any encoder that `AutoModel` loads."""

    config_class = TagOpConfig
    config: TagOpConfig
    main_input_name = "input_ids"

    def __init__(self, config: TagOpConfig, encoder: PreTrainedModel | None = None) -> None:
        super().__init__(config)
        if encoder is None:
            kind = dict(config.encoder)
            encoder = AutoModel.from_config(AutoConfig.for_model(kind.pop("model_type"), **kind))
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.tagger = _classifier(width, 2, config.head_dropout)
        self.operator = _classifier(width, len(config.operators), config.head_dropout)
        self.order = _classifier(width, 2, config.head_dropout)
        self.scale = _classifier(3 * width, len(config.scales), config.head_dropout)
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        """Keep torch's default initial weights of classifiers; the encoder has its own."""

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        segments: Tensor,
        unit_ids: Tensor,
        numbers: Tensor,
        labels: Tensor | None = None,
        operator_labels: Tensor | None = None,
        order_labels: Tensor | None = None,
        scale_labels: Tensor | None = None,
    ) -> ModelOutput:
        """Classify; with labels, compute their loss too.

        Args:
            input_ids, attention_mask: (batch, tokens).
            segments: (batch, tokens): question and special tokens, table, or paragraphs.
            unit_ids: (batch, tokens): the cell or word that a token belongs to, counted from 1; 0 for
                tokens of the question.
            numbers: (batch, units + 1): whether a unit, from 1, is a number.
            labels: (batch, tokens): 1 for tokens of evidence, 0 for other cells and words, else -100.
            operator_labels, scale_labels: (batch,).
            order_labels: (batch,): 1 if the first number follows the second in the text; -100 for operators
                without order.

        Returns:
            ``loss``: the mean over rows of the sum of the four negative log-likelihoods.
            ``evidence``: (batch, units + 1), the probability of each unit, the maximum over its tokens.
            ``operator``, ``scale``: (batch, classes), logits.
            ``pair``: (batch, 2), the two likeliest units that are numbers, in reading order; 0 for
            none. ``order``: (batch, 2), the logits of their order.
        """
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        tags = torch.log_softmax(self.tagger(states).float(), dim=-1)
        operator = self.operator(states[:, 0]).float()
        pooled = [_mean(states, segments == segment) for segment in (TABLE, PARAGRAPHS)]
        scale = self.scale(torch.cat([states[:, 0], *pooled], dim=-1)).float()
        evidence = tags.new_zeros(numbers.shape).scatter_reduce(
            1, unit_ids, tags[..., 1].exp() * (unit_ids > 0), "amax"
        )
        pair = _likeliest_pair(evidence.detach(), numbers)
        if order_labels is not None:
            # In training, use the two correct ones.
            chosen = labels == 1
        else:
            chosen = (unit_ids.unsqueeze(-1) == pair.unsqueeze(1)).any(-1) & (unit_ids > 0)
        order = self.order(_mean_of_units(states, unit_ids, chosen)).float()
        loss = None
        if labels is not None and operator_labels is not None and scale_labels is not None:
            tag_loss = nn.functional.nll_loss(
                tags.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction="sum"
            )
            order_loss = nn.functional.cross_entropy(
                order, order_labels, ignore_index=IGNORED, reduction="sum"
            )
            loss = (
                (tag_loss + order_loss) / len(labels)
                + nn.functional.cross_entropy(operator, operator_labels)
                + nn.functional.cross_entropy(scale, scale_labels)
            )
        return ModelOutput(
            loss=loss, evidence=evidence, operator=operator, scale=scale, pair=pair, order=order
        )


def _classifier(width: int, classes: int, dropout: float) -> nn.Sequential:
    """Return two layers with GELU."""
    return nn.Sequential(
        nn.Linear(width, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, classes)
    )


def _mean(states: Tensor, mask: Tensor) -> Tensor:
    """Return (batch, hidden), the mean of some tokens; zero if there are none."""
    weights = mask.to(states.dtype).unsqueeze(1)
    return (weights @ states).squeeze(1) / weights.sum(-1).clamp(min=1)


def _mean_of_units(states: Tensor, unit_ids: Tensor, mask: Tensor) -> Tensor:
    """Return (batch, hidden), the mean of some units, each the mean of its tokens; zero if there are none."""
    sizes = (unit_ids.unsqueeze(1) == unit_ids.unsqueeze(2)).sum(-1)
    weights = (mask / sizes).to(states.dtype).unsqueeze(1)
    return (weights @ states).squeeze(1) / weights.sum(-1).clamp(min=1e-6)


def _likeliest_pair(evidence: Tensor, numbers: Tensor) -> Tensor:
    """Return (batch, 2), the two most probable units among numbers, in order; 0 for none."""
    likely = evidence * numbers
    if likely.shape[1] < 2:
        return torch.zeros(len(likely), 2, dtype=torch.long, device=likely.device)
    top = likely.topk(2, dim=1)
    pair: Tensor = (top.indices * (top.values > 0)).sort(dim=1).values
    return pair


AutoConfig.register(TagOpConfig.model_type, TagOpConfig)
AutoModel.register(TagOpConfig, TagOpModel)
