"""Beam search for whole expression trees, all beams of all problems in one batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from .decoder import Problems, TreeDecoder


@dataclass(frozen=True, slots=True)
class _Open:
    """An operator without its right side yet; ``left`` is the vector of its left side."""

    operator: int
    right_side: Tensor
    left: Tensor | None
    above: _Open | None


@dataclass(frozen=True, slots=True)
class _Beam:
    """A partial tree, in prefix order.

    Attributes:
        goals: the number of open goals, each of one symbol or more.
        side, left: the inputs of the next goal, see `TreeDecoder.goals`.
        open: the operators above the next goal, innermost first.
    """

    problem: int
    symbols: tuple[int, ...]
    score: float
    goals: int
    side: Tensor
    left: Tensor | None = None
    open: _Open | None = None


@dataclass(frozen=True, slots=True)
class _Choice:
    """A beam and its possible next symbol, or -1 for a complete tree."""

    beam: int
    symbol: int
    score: float


def search_trees(
    decoder: TreeDecoder, problems: Problems, *, num_beams: int, max_symbols: int
) -> list[list[int]]:
    """Return the likeliest tree of each problem: operators, constants and numbers in one numbering.

    A tree has at most ``max_symbols`` symbols: operators that would need more are not chosen. A problem
    without operands gets an empty tree. Scores are sums of logarithms and can only decrease, so a search
    ends once its best tree is complete.
    """
    found: list[list[int]] = [[] for _ in problems.goals]
    usable = problems.operand_mask.any(1).tolist()
    beams = [
        _Beam(i, (), 0.0, 1, problems.goals[i]) for i, is_usable in enumerate(usable) if is_usable
    ]
    while beams:
        beams = _step(decoder, problems, beams, num_beams, max_symbols)
        best: dict[int, _Beam] = {}
        for beam in beams:
            best.setdefault(beam.problem, beam)
        for problem, beam in best.items():
            if not beam.goals:
                found[problem] = list(beam.symbols)
        beams = [beam for beam in beams if best[beam.problem].goals]
    return found


def _step(
    decoder: TreeDecoder,
    problems: Problems,
    beams: Sequence[_Beam],
    num_beams: int,
    max_symbols: int,
) -> list[_Beam]:
    """Write one more symbol; return the beams of each problem together, the best first."""
    operators = decoder.operators.num_embeddings
    growing = [i for i, beam in enumerate(beams) if beam.goals]
    device = problems.words.device
    which = torch.tensor([beams[i].problem for i in growing], device=device)
    goals = decoder.goals(
        torch.stack([beams[i].side for i in growing]), [beams[i].left for i in growing]
    )
    seen = decoder.attend(goals, problems, which)
    scores = torch.log_softmax(decoder.scores(goals, seen, problems, which), dim=-1)
    is_full = [len(beams[i].symbols) + beams[i].goals + 2 > max_symbols for i in growing]
    scores[torch.tensor(is_full, device=device), :operators] = -torch.inf
    scores += torch.tensor([beams[i].score for i in growing], device=device).unsqueeze(1)
    kept = _best_choices(beams, growing, scores, num_beams)

    row = {i: place for place, i in enumerate(growing)}
    splitting = [choice for choice in kept if 0 <= choice.symbol < operators]
    rows = torch.tensor([row[choice.beam] for choice in splitting], dtype=torch.long, device=device)
    symbols_chosen = torch.tensor([c.symbol for c in splitting], dtype=torch.long, device=device)
    sides = iter(zip(*decoder.split(goals[rows], seen[rows], symbols_chosen), strict=True))
    made: list[_Beam] = []
    vectors: dict[int, Tensor] = {}
    for choice in kept:
        beam = beams[choice.beam]
        if choice.symbol < 0:
            made.append(beam)
            continue
        symbols = (*beam.symbols, choice.symbol)
        if choice.symbol < operators:
            left, right = next(sides)
            above = _Open(choice.symbol, right, None, beam.open)
            made.append(
                _Beam(beam.problem, symbols, choice.score, beam.goals + 1, left, None, above)
            )
        else:
            vectors[len(made)] = problems.operands[beam.problem, choice.symbol - operators]
            made.append(replace(beam, symbols=symbols, score=choice.score, goals=beam.goals - 1))
    _settle(decoder, made, vectors)
    return made


def _best_choices(
    beams: Sequence[_Beam], growing: Sequence[int], scores: Tensor, num_beams: int
) -> list[_Choice]:
    """Return each problem's best choices, best first, among complete trees and next symbols of the others.

    Args:
        growing: the beams to which ``scores``, (beams, symbols), belong.
    """
    choices: dict[int, list[_Choice]] = defaultdict(list)
    for i, beam in enumerate(beams):
        choices[beam.problem] += [] if beam.goals else [_Choice(i, -1, beam.score)]
    top = scores.topk(min(num_beams, scores.shape[1]), dim=-1)
    for i, values, symbols in zip(growing, top.values.tolist(), top.indices.tolist(), strict=True):
        choices[beams[i].problem] += [
            _Choice(i, symbol, value)
            for value, symbol in zip(values, symbols, strict=True)
            if value > -torch.inf
        ]
    return [
        choice
        for ours in choices.values()
        for choice in sorted(ours, key=lambda choice: -choice.score)[:num_beams]
    ]


def _settle(decoder: TreeDecoder, beams: list[_Beam], vectors: dict[int, Tensor]) -> None:
    """Attach completed subtrees, by beam, to the operators that wait for them.

    A left side determines the goal of the right side; a right side completes a subtree of its own.
    """
    while vectors:
        finished: dict[int, _Open] = {}
        for i, vector in vectors.items():
            above = beams[i].open
            if above is None:
                continue
            if above.left is None:
                waiting = replace(above, left=vector)
                beams[i] = replace(beams[i], side=above.right_side, left=vector, open=waiting)
            else:
                finished[i] = above
                beams[i] = replace(beams[i], open=above.above)
        if not finished:
            return
        merged = decoder.merge(
            torch.tensor([o.operator for o in finished.values()], device=decoder.constants.device),
            torch.stack([o.left for o in finished.values() if o.left is not None]),
            torch.stack([vectors[i] for i in finished]),
        )
        vectors = dict(zip(finished, merged, strict=True))
