"""Linear classifier of bags: the averaged perceptron, whose integer weights are equal on every machine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence

#: Feature -> its count; negative if it belongs to the second text.
Bag = Mapping[Hashable, int]
_EPOCHS = 5


def averaged_perceptron(bags: Sequence[Bag], labels: Sequence[int]) -> Callable[[Bag], int]:
    """Train a classifier of bags (Freund and Schapire, 1999; averaged as by Collins, 2002).

    Args:
        bags: the bags of the training rows, in random order.
        labels: 0 or 1 for each.

    Returns:
        A function that returns the label of a bag.
    """
    weights: dict[Hashable, int] = defaultdict(int)
    # Each update times its step: the correction from weight times steps to the sum of weights over all steps.
    late: dict[Hashable, int] = defaultdict(int)
    bias = late_bias = 0
    step = 1
    for _ in range(_EPOCHS):
        for bag, label in zip(bags, labels, strict=True):
            score = bias + sum(weights[part] * count for part, count in bag.items())
            if (score > 0) != (label == 1):
                sign = 1 if label else -1
                for part, count in bag.items():
                    weights[part] += sign * count
                    late[part] += sign * count * step
                bias += sign
                late_bias += sign * step
            step += 1
    averaged = {part: weight * step - late[part] for part, weight in weights.items()}
    average_bias = bias * step - late_bias
    return lambda bag: int(
        average_bias + sum(averaged.get(part, 0) * count for part, count in bag.items()) > 0
    )
