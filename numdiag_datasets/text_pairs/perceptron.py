"""A linear classifier of bags: the averaged perceptron, whose whole numbers are the same on every machine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence

#: Feature -> how often it is there; negative where it speaks for the other text.
Bag = Mapping[Hashable, int]
_EPOCHS = 5


def averaged_perceptron(bags: Sequence[Bag], labels: Sequence[int]) -> Callable[[Bag], int]:
    """Learn labels of bags (Freund and Schapire, 1999; averaged as by Collins, 2002).

    Args:
        bags: of the training rows, in a random order.
        labels: 0 or 1 for each.

    Returns:
        The label of a bag.
    """
    weights: dict[Hashable, int] = defaultdict(int)
    # Each change times when it was made: what the sum of all weights so far lacks.
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
