"""The decoder of Graph2Tree: goals are split into goals until each is a number.

Xie & Sun, "A Goal-Driven Tree-Structured Neural Model for Math Word Problems" (IJCAI 2019). A goal is a
vector; with its attention context, it is scored against operators and operands. An operator sets a goal for
its left side and, given the left subtree, one for the right. A subtree's vector is merged from its operator
and sides and does not depend on goals. So for a known tree all subtrees are merged first, from the leaves up,
and all goals of one depth are then set at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .dropout import Dropout


class Gated(nn.Module):
    """tanh(W x) * sigmoid(V x)."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.linear = nn.Linear(size, 2 * hidden)

    def forward(self, vectors: Tensor) -> Tensor:
        value, gate = self.linear(vectors).chunk(2, dim=-1)
        return torch.tanh(value) * torch.sigmoid(gate)


class Additive(nn.Module):
    """v tanh(W [query; key]): the compatibility of queries and keys.

    `keys` computes the part of the keys only once.
    """

    def __init__(self, query: int, key: int, hidden: int) -> None:
        super().__init__()
        self.query = nn.Linear(query, hidden)
        self.key = nn.Linear(key, hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)

    def keys(self, keys: Tensor) -> Tensor:
        out: Tensor = self.key(keys)
        return out

    def forward(self, query: Tensor, keys: Tensor) -> Tensor:
        """Return scores, (queries, keys), of (queries, size) with their own (queries, keys, hidden)."""
        out: Tensor = self.score(torch.tanh(self.query(query).unsqueeze(1) + keys)).squeeze(-1)
        return out


@dataclass(frozen=True, slots=True)
class Problems:
    """The encoder's output for a batch.

    Attributes:
        words, word_keys: (batch, words, hidden), the second as keys of the attention.
        word_mask: (batch, words).
        operands, operand_keys: (batch, constants + numbers, hidden).
        operand_mask: (batch, constants + numbers).
        goals: (batch, hidden), the root goal of each tree.
    """

    words: Tensor
    word_keys: Tensor
    word_mask: Tensor
    operands: Tensor
    operand_keys: Tensor
    operand_mask: Tensor
    goals: Tensor


class TreeDecoder(nn.Module):
    """Predict, generate and merge (Xie & Sun, equations 4 to 10), batched over any nodes."""

    def __init__(
        self, operators: int, constants: int, embedding: int, hidden: int, dropout: float
    ) -> None:
        super().__init__()
        self.operators = nn.Embedding(operators, embedding)
        self.constants = nn.Parameter(torch.randn(constants, hidden))
        self.dropout = Dropout(dropout)
        self.left_goal = Gated(hidden, hidden)
        self.right_goal = Gated(2 * hidden, hidden)
        self.attention = Additive(hidden, hidden, hidden)
        self.operator_scores = nn.Linear(2 * hidden, operators)
        self.operand_scores = Additive(2 * hidden, hidden, hidden)
        self.left_side = Gated(2 * hidden + embedding, hidden)
        self.right_side = Gated(2 * hidden + embedding, hidden)
        self.merged = Gated(2 * hidden + embedding, hidden)

    def problems(
        self, words: Tensor, word_mask: Tensor, numbers: Tensor, number_mask: Tensor, goals: Tensor
    ) -> Problems:
        """Prepare a batch; ``numbers`` is (batch, numbers, hidden)."""
        batch = len(words)
        constants = self.constants.unsqueeze(0).expand(batch, -1, -1)
        operands = torch.cat([constants, numbers], dim=1)
        known = torch.ones(constants.shape[:2], dtype=torch.bool, device=words.device)
        return Problems(
            words,
            self.attention.keys(words),
            word_mask,
            operands,
            self.operand_scores.keys(self.dropout(operands)),
            torch.cat([known, number_mask], dim=1),
            goals,
        )

    def goals(self, sides: Tensor, left: Sequence[Tensor | None]) -> Tensor:
        """Return goals, (nodes, hidden), from the side vectors of the operators above.

        Args:
            sides: (nodes, hidden); for a root, the goal of its problem.
            left: for right sides, the vectors of the subtrees on the left.
        """
        is_right = [i for i, vector in enumerate(left) if vector is not None]
        sides = self.dropout(sides)
        goals: Tensor = self.left_goal(sides)
        if is_right:
            at = torch.tensor(is_right, device=sides.device)
            beside = torch.stack([vector for vector in left if vector is not None])
            rights = self.right_goal(torch.cat([self.dropout(beside), sides[at]], dim=-1))
            goals = goals.index_copy(0, at, rights)
        return goals

    def attend(self, goals: Tensor, problems: Problems, which: Tensor) -> Tensor:
        """Return each goal's attention context, (nodes, hidden); ``which`` has the index of its problem."""
        scores = self.attention(self.dropout(goals), problems.word_keys.index_select(0, which))
        scores = scores.masked_fill(~problems.word_mask[which], -torch.inf)
        weights = torch.softmax(scores, dim=-1).unsqueeze(1)
        return (weights @ problems.words.index_select(0, which)).squeeze(1)

    def scores(self, goals: Tensor, seen: Tensor, problems: Problems, which: Tensor) -> Tensor:
        """Return scores of operators, constants and numbers, (nodes, symbols); -inf for missing operands."""
        query = self.dropout(torch.cat([goals, seen], dim=-1))
        operands = self.operand_scores(query, problems.operand_keys.index_select(0, which))
        operands = operands.masked_fill(~problems.operand_mask[which], -torch.inf)
        return torch.cat([self.operator_scores(query), operands], dim=-1)

    def split(self, goals: Tensor, seen: Tensor, operators: Tensor) -> tuple[Tensor, Tensor]:
        """Return the operators' vectors of their left and right sides, (nodes, hidden) each."""
        chosen = self.dropout(self.operators(operators))
        state = torch.cat([self.dropout(goals), self.dropout(seen), chosen], dim=-1)
        return self.left_side(state), self.right_side(state)

    def merge(self, operators: Tensor, left: Tensor, right: Tensor) -> Tensor:
        """Return the vectors of subtrees, (nodes, hidden), from their operators and sides."""
        parts = [self.dropout(self.operators(operators)), self.dropout(left), self.dropout(right)]
        return self.merged(torch.cat(parts, dim=-1))

    def forward(self, problems: Problems, trees: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """Score the symbols of known trees.

        Args:
            trees: for each problem its symbols in prefix order; operators, constants and numbers share one
                numbering, in this order.

        Returns:
            scores, (nodes, symbols), and the symbols, (nodes,), of all trees, by depth.
        """
        nodes = _Nodes.of(trees, self.operators.num_embeddings)
        subtrees = self._merge_all(problems, nodes).unbind()
        device = problems.words.device
        goals, seen, symbols, which = [], [], [], []
        levels = nodes.by_depth()
        sides = problems.goals[torch.tensor([nodes.problem[i] for i in levels[0]], device=device)]
        for level in levels:
            owners = torch.tensor([nodes.problem[i] for i in level], device=device)
            left = [subtrees[nodes.sibling[i]] if nodes.sibling[i] >= 0 else None for i in level]
            goals.append(self.goals(sides, left))
            seen.append(self.attend(goals[-1], problems, owners))
            which.append(owners)
            symbols += [nodes.symbol[i] for i in level]
            inner = [place for place, i in enumerate(level) if nodes.left[i] >= 0]
            if inner:
                at = torch.tensor(inner, device=device)
                chosen = torch.tensor([nodes.symbol[level[p]] for p in inner], device=device)
                split = self.split(goals[-1][at], seen[-1][at], chosen)
                sides = torch.stack(split, dim=1).flatten(0, 1)
        scores = self.scores(torch.cat(goals), torch.cat(seen), problems, torch.cat(which))
        return scores, torch.tensor(symbols, device=device)

    def _merge_all(self, problems: Problems, nodes: _Nodes) -> Tensor:
        """Return the vectors of all subtrees, (nodes, hidden)."""
        device = problems.words.device
        order: list[int] = []
        vectors = problems.operands.new_empty(0)
        for level in nodes.by_height():
            if not order:
                owners = torch.tensor([nodes.problem[i] for i in level], device=device)
                operands = [nodes.symbol[i] - self.operators.num_embeddings for i in level]
                vectors = problems.operands[owners, torch.tensor(operands, device=device)]
            else:
                place = {i: place for place, i in enumerate(order)}
                left, right = (
                    vectors[torch.tensor([place[side[i]] for i in level], device=device)]
                    for side in (nodes.left, nodes.right)
                )
                chosen = torch.tensor([nodes.symbol[i] for i in level], device=device)
                vectors = torch.cat([vectors, self.merge(chosen, left, right)])
            order += level
        return vectors[torch.tensor(order, device=device).argsort()]


@dataclass(slots=True)
class _Nodes:
    """The nodes of some trees; ``sibling`` is the left side for a right one, and -1 means none."""

    symbol: list[int]
    problem: list[int]
    left: list[int]
    right: list[int]
    sibling: list[int]
    height: list[int]
    roots: list[int]

    @classmethod
    def of(cls, trees: Sequence[Sequence[int]], operators: int) -> _Nodes:
        nodes = cls([], [], [], [], [], [], [])
        for number, tree in enumerate(trees):
            nodes._add(number, tree, operators)
        return nodes

    def _add(self, problem: int, tree: Sequence[int], operators: int) -> None:
        start = len(self.symbol)
        waiting: list[int] = []
        for symbol in tree:
            self.symbol.append(symbol)
            self.problem.append(problem)
        for values in (self.left, self.right, self.sibling):
            values += [-1] * len(tree)
        self.height += [0] * len(tree)
        for place in range(len(tree) - 1, -1, -1):
            i = start + place
            if tree[place] < operators:
                self.left[i], self.right[i] = waiting.pop(), waiting.pop()
                self.sibling[self.right[i]] = self.left[i]
                self.height[i] = 1 + max(self.height[self.left[i]], self.height[self.right[i]])
            waiting.append(i)
        self.roots += waiting

    def by_depth(self) -> list[list[int]]:
        """Return nodes by depth, roots first; an operator's sides are adjacent, in the operators' order."""
        levels = [self.roots]
        while inner := [i for i in levels[-1] if self.left[i] >= 0]:
            levels.append([side for i in inner for side in (self.left[i], self.right[i])])
        return levels

    def by_height(self) -> list[list[int]]:
        """Return nodes by height, leaves first."""
        levels: list[list[int]] = [[] for _ in range(max(self.height) + 1)]
        for i, height in enumerate(self.height):
            levels[height].append(i)
        return levels
