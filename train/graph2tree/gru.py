"""A bidirectional GRU layer that trains fast on a CPU.

torch's own adds to the gradient of its weights at every word. Here both directions are computed together in
each step, and the gradient of the weights once, at the end.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable


class BidirectionalGRU(nn.Module):
    """One layer; weights and equations are those of `torch.nn.GRU`.

    Under autocast, products are computed in its precision, everything else in that of the weights.
    """

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        bound = hidden**-0.5

        def weights(*shape: int) -> nn.Parameter:
            return nn.Parameter(torch.empty(2, *shape).uniform_(-bound, bound))

        self.input_weight = weights(size, 3 * hidden)
        self.input_bias = weights(1, 3 * hidden)
        self.hidden_weight = weights(hidden, 3 * hidden)
        self.hidden_bias = weights(1, 3 * hidden)

    def forward(self, words: Tensor, lengths: Tensor) -> Tensor:
        """Read words in both directions.

        Args:
            words: (batch, words, size), padded on the right.
            lengths: (batch,); the backward direction begins at the last word.

        Returns:
            (2, batch, words, hidden), undefined at padding: forward, then backward.
        """
        batch, length, _ = words.shape
        places = torch.arange(length, device=words.device)
        reverse = torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
        both = torch.stack([words, _reordered(words, reverse)])
        gates = torch.baddbmm(self.input_bias, both.flatten(1, 2), self.input_weight)
        steps = gates.view(2, batch, length, -1).permute(2, 0, 1, 3).to(self.hidden_bias.dtype)
        kind = words.device.type
        mixed = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else steps.dtype
        states: Tensor = _Recurrence.apply(steps, self.hidden_weight, self.hidden_bias, mixed)
        ahead, back = states.permute(1, 2, 0, 3)
        return torch.stack([ahead, _reordered(back, reverse)])


def _reordered(words: Tensor, order: Tensor) -> Tensor:
    return words.gather(1, order.unsqueeze(-1).expand(-1, -1, words.shape[-1]))


class _Recurrence(torch.autograd.Function):
    """Map input gates, (steps, 2, batch, 3 hidden), to states, (steps, 2, batch, hidden).

    Products are computed in the precision ``mixed``.
    """

    @staticmethod
    def forward(
        ctx: Any, inputs: Tensor, weight: Tensor, bias: Tensor, mixed: torch.dtype
    ) -> Tensor:
        steps, directions, batch, _ = inputs.shape
        hidden = weight.shape[1]
        weight = weight.to(mixed)
        with_bias = inputs[..., : 2 * hidden] + bias[..., : 2 * hidden]
        states = inputs.new_zeros(steps + 1, directions, batch, hidden)
        gates = inputs.new_empty(steps, directions, batch, 2 * hidden)  # reset, update
        fresh = inputs.new_empty(steps, directions, batch, hidden)
        news = inputs.new_empty(steps, directions, batch, hidden)
        for t in range(steps):
            recurrent = torch.bmm(states[t].to(mixed), weight)
            torch.add(with_bias[t], recurrent[..., : 2 * hidden], out=gates[t])
            reset, update = gates[t].sigmoid_().chunk(2, dim=-1)
            torch.add(bias[..., 2 * hidden :], recurrent[..., 2 * hidden :], out=fresh[t])
            new = torch.addcmul(inputs[t, ..., 2 * hidden :], reset, fresh[t], out=news[t]).tanh_()
            torch.lerp(new, states[t], update, out=states[t + 1])
        ctx.save_for_backward(states, gates, fresh, news, weight)
        return states[1:]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
        states, gates, fresh, news, weight = ctx.saved_tensors
        steps, directions, batch, hidden = news.shape
        reset, update = gates.chunk(2, dim=-1)
        # Derivatives of the new state with respect to the input of each gate, for all steps at once.
        by_new = (1 - update) * (1 - news * news)
        by_update = (states[:-1] - news) * update * (1 - update)
        by_reset = fresh * reset * (1 - reset)
        back = weight.transpose(1, 2)
        inputs = grad.new_empty(steps, directions, batch, 3 * hidden)
        recurrent = grad.new_empty(steps, directions, batch, 3 * hidden, dtype=weight.dtype)
        after = torch.zeros_like(grad[0])
        for t in range(steps - 1, -1, -1):
            state = after.add_(grad[t])
            new = torch.mul(state, by_new[t], out=inputs[t, ..., 2 * hidden :])
            torch.mul(new, by_reset[t], out=inputs[t, ..., :hidden])
            torch.mul(state, by_update[t], out=inputs[t, ..., hidden : 2 * hidden])
            recurrent[t, ..., : 2 * hidden] = inputs[t, ..., : 2 * hidden]
            recurrent[t, ..., 2 * hidden :] = new * reset[t]
            after = torch.addcmul(torch.bmm(recurrent[t], back).to(grad.dtype), state, update[t])
        flat = recurrent.transpose(0, 1).flatten(1, 2)
        before = states[:-1].to(weight.dtype).transpose(0, 1).flatten(1, 2)
        of_weight = (before.transpose(1, 2) @ flat).to(grad.dtype)
        return inputs, of_weight, flat.sum(1, keepdim=True, dtype=grad.dtype), None
