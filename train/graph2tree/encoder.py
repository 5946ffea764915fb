"""The encoder of Graph2Tree: a bidirectional GRU, and graph convolutions around the numbers.

Zhang et al., "Graph-to-Tree Learning for Solving Math Word Problems" (ACL 2020), sections 3.1 to 3.3.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .dropout import Dropout
from .gru import BidirectionalGRU

#: The graphs, each with the configured number of heads.
GRAPHS = ("greater_than", "quantity_cell")


class RecurrentEncoder(nn.Module):
    """A bidirectional GRU over words, its two directions summed."""

    def __init__(
        self, vocabulary: int, embedding: int, hidden: int, layers: int, dropout: float
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding, padding_idx=0)
        self.dropout = Dropout(dropout)
        sizes = [embedding, *[2 * hidden] * (layers - 1)]
        self.layers = nn.ModuleList(BidirectionalGRU(size, hidden) for size in sizes)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Encode words.

        Args:
            input_ids, attention_mask: (batch, words), padded on the right.

        Returns:
            (batch, words, hidden), undefined at padding, and the whole problem, (batch, hidden): the sum of
            each direction's last state. For the forward direction this is at the last word, not the last
            padding.
        """
        lengths = attention_mask.sum(1)
        words = self.embedding(input_ids)
        for layer in self.layers:
            ahead, back = layer(self.dropout(words), lengths)
            words = torch.cat([ahead, back], dim=-1)
        last = ahead[torch.arange(len(lengths), device=lengths.device), lengths - 1]
        return ahead + back, last + back[:, 0]


class GraphConvolution(nn.Module):
    """Heads of two-layer graph convolutions, layer norm, and a feed-forward layer, with residuals."""

    def __init__(self, hidden: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        width = hidden // (heads * len(GRAPHS))
        self.first = nn.ModuleList(nn.Linear(hidden, heads * hidden) for _ in GRAPHS)
        self.second = nn.ModuleList(
            nn.ModuleList(nn.Linear(hidden, width) for _ in range(heads)) for _ in GRAPHS
        )
        self.norm = nn.LayerNorm(hidden)
        self.feed_forward = nn.Sequential(
            nn.Linear(hidden, hidden), nn.ReLU(), Dropout(dropout), nn.Linear(hidden, hidden)
        )
        self.dropout = Dropout(dropout)

    def forward(self, words: Tensor, graphs: list[Tensor]) -> Tensor:
        """Update words from their neighbours.

        Args:
            words: (batch, words, hidden).
            graphs: an adjacency matrix for each of `GRAPHS`, (batch, words, words), rows summing to 1.
        """
        made = []
        for graph, first, second in zip(graphs, self.first, self.second, strict=True):
            neighbours = self.dropout(torch.relu(first(graph @ words))).chunk(self.heads, dim=-1)
            made += [graph @ head(seen) for head, seen in zip(second, neighbours, strict=True)]
        features = self.norm(torch.cat(made, dim=-1)) + words
        out: Tensor = self.feed_forward(features) + features
        return out


def greater_than_graph(is_number: Tensor, number_ranks: Tensor) -> Tensor:
    """Return edges from each number to every smaller one, and from every word to itself.

    Args:
        is_number: (batch, words).
        number_ranks: (batch, numbers), the rank of each number among the sorted values.

    Returns:
        (batch, words, words), rows summing to 1.
    """
    ranks = at_words(is_number, number_ranks)
    numbers = is_number.unsqueeze(2) & is_number.unsqueeze(1)
    return _normalised(numbers & (ranks.unsqueeze(2) > ranks.unsqueeze(1)))


def quantity_cell_graph(is_number: Tensor, attention_mask: Tensor) -> Tensor:
    """Return edges between each number and the adjacent words, and from every word to itself.

    The paper's cells come from a dependency parse; nearly all of their words are adjacent to the number.

    Returns:
        (batch, words, words), rows summing to 1.
    """
    beside = (is_number[:, :-1] | is_number[:, 1:]) & attention_mask[:, 1:].bool()
    return _normalised(torch.diag_embed(beside, 1) | torch.diag_embed(beside, -1))


def at_words(is_number: Tensor, of_numbers: Tensor) -> Tensor:
    """Place values of numbers at their words: (batch, words), 0 at other words."""
    if not of_numbers.shape[1]:
        return torch.zeros_like(is_number, dtype=of_numbers.dtype)
    order = (is_number.long().cumsum(1) - 1).clamp(0, of_numbers.shape[1] - 1)
    return of_numbers.gather(1, order) * is_number


def _normalised(edges: Tensor) -> Tensor:
    with_loops = edges.float() + torch.eye(edges.shape[1], device=edges.device)
    return with_loops / with_loops.sum(-1, keepdim=True)
