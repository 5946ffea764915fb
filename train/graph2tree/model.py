"""Graph2Tree: maps a word problem to an expression tree (Zhang et al., ACL 2020).

Patel et al. (NAACL 2021) trained it on ASDiv-a, and Xu et al. (EMNLP 2022) perturbed that.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, PreTrainedConfig, PreTrainedModel
from transformers.modeling_outputs import ModelOutput

from ..data import IGNORED
from .decoder import Problems, TreeDecoder
from .encoder import GraphConvolution, RecurrentEncoder, greater_than_graph, quantity_cell_graph
from .search import search_trees

#: Symbol 0 is padding, so that outputs of different lengths fit a tensor.
PADDING = ""


class Graph2TreeConfig(PreTrainedConfig):
    """The configuration of a Graph2Tree.

    Args:
        vocab_size: the number of words, including padding, 0.
        number_id: the word that replaces every number.
        operators, constants: the symbols of equations in addition to the numbers of a problem. Symbol 0 is
            padding, then come operators, constants, and all of the problem's numbers in order.
        embedding_size, hidden_size, num_hidden_layers: those of the recurrent encoder.
        graph_heads: the number for each of the two graphs.
        dropout, graph_dropout: the second is for the graph convolutions.
        num_beams, max_symbols: those of the search.
    """

    model_type = "graph2tree"
    is_encoder_decoder = True

    vocab_size: int = 3
    number_id: int = 2
    operators: tuple[str, ...] = ("+", "-", "*", "/")
    constants: tuple[str, ...] = ()
    embedding_size: int = 128
    hidden_size: int = 512
    num_hidden_layers: int = 2
    graph_heads: int = 2
    dropout: float = 0.5
    graph_dropout: float = 0.3
    num_beams: int = 5
    max_symbols: int = 30
    pad_token_id: int = 0

    @property
    def symbols(self) -> list[str]:
        """The symbols that every problem has."""
        return [PADDING, *self.operators, *self.constants]


class Graph2TreeModel(PreTrainedModel):
    """A recurrent graph encoder and a goal-driven tree decoder."""

    config_class = Graph2TreeConfig
    config: Graph2TreeConfig
    main_input_name = "input_ids"

    def __init__(self, config: Graph2TreeConfig) -> None:
        super().__init__(config)
        self.encoder = RecurrentEncoder(
            config.vocab_size,
            config.embedding_size,
            config.hidden_size,
            config.num_hidden_layers,
            config.dropout,
        )
        self.graph = GraphConvolution(config.hidden_size, config.graph_heads, config.graph_dropout)
        self.decoder = TreeDecoder(
            len(config.operators),
            len(config.constants),
            config.embedding_size,
            config.hidden_size,
            config.dropout,
        )
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        """Keep torch's default initial weights of each layer, as in the published system."""

    def encode(self, input_ids: Tensor, attention_mask: Tensor, number_ranks: Tensor) -> Problems:
        """Encode problems for the decoder; see `forward` for the arguments."""
        words, goals = self.encoder(input_ids, attention_mask)
        is_number = (input_ids == self.config.number_id) & attention_mask.bool()
        graphs = [
            greater_than_graph(is_number, number_ranks),
            quantity_cell_graph(is_number, attention_mask),
        ]
        words = self.graph(words, graphs)
        counts = is_number.sum(1)
        most = int(counts.max())
        positions = (~is_number).long().argsort(dim=1, stable=True)[:, :most]
        numbers = words.gather(1, positions.unsqueeze(-1).expand(-1, -1, words.shape[-1]))
        number_mask = torch.arange(most, device=words.device) < counts.unsqueeze(1)
        return self.decoder.problems(words, attention_mask.bool(), numbers, number_mask, goals)

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        number_ranks: Tensor,
        labels: Tensor,
    ) -> ModelOutput:
        """Return the loss of known trees.

        Args:
            input_ids, attention_mask: (batch, words), padded on the right.
            number_ranks: (batch, numbers), the rank of each number among the problem's sorted values, to
                compare numbers; padding does not matter.
            labels: (batch, symbols) in prefix order, padded with -100.

        Returns:
            ``loss``, the mean cross entropy of a symbol, and ``logits``, (symbols of all trees, symbols).
        """
        problems = self.encode(input_ids, attention_mask, number_ranks)
        trees = [[symbol - 1 for symbol in row if symbol != IGNORED] for row in labels.tolist()]
        scores, wanted = self.decoder(problems, trees)
        loss = nn.functional.cross_entropy(scores, wanted)
        return ModelOutput(loss=loss, logits=scores)

    @torch.no_grad()
    def generate(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        number_ranks: Tensor,
        *,
        num_beams: int | None = None,
        max_new_tokens: int | None = None,
        **_: Any,
    ) -> Tensor:
        """Search for the likeliest trees.

        Args:
            num_beams, max_new_tokens: settings of the search that override the configuration.

        Returns:
            (batch, symbols) in prefix order, padded with 0.
        """
        trees = search_trees(
            self.decoder,
            self.encode(input_ids, attention_mask, number_ranks),
            num_beams=num_beams or self.config.num_beams,
            max_symbols=max_new_tokens or self.config.max_symbols,
        )
        rows = [torch.tensor([symbol + 1 for symbol in tree], dtype=torch.long) for tree in trees]
        return nn.utils.rnn.pad_sequence(rows, batch_first=True).to(input_ids.device)


AutoConfig.register(Graph2TreeConfig.model_type, Graph2TreeConfig)
AutoModel.register(Graph2TreeConfig, Graph2TreeModel)
