"""DROP-num as a `datasets` builder: a config for each (perturbation, setting).

>>> builder = DropNum("drop_num-extra-attack", source="sample")
>>> builder.download_and_prepare()
>>> rows = builder.as_dataset(split="test")
"""

from __future__ import annotations

from builders.base import NumdiagBuilder, builder_configs


class DropNum(NumdiagBuilder):
    """Rows of one config of DROP-num."""

    dataset = "drop_num"
    BUILDER_CONFIGS = builder_configs(dataset)
