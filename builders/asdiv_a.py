"""ASDiv-a as a `datasets` builder: a config for each (perturbation, setting).

>>> builder = AsdivA("asdiv_a-extra-attack", source="sample")
>>> builder.download_and_prepare()
>>> rows = builder.as_dataset(split="test")
"""

from __future__ import annotations

from builders.base import NumdiagBuilder, builder_configs


class AsdivA(NumdiagBuilder):
    """Rows of one config of ASDiv-a."""

    dataset = "asdiv_a"
    BUILDER_CONFIGS = builder_configs(dataset)
