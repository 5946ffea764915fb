"""TATQA-a as a `datasets` builder: a config for each (perturbation, setting).

>>> builder = TatqaA("tatqa_a-extra-attack", source="sample")
>>> builder.download_and_prepare()
>>> rows = builder.as_dataset(split="test")
"""

from __future__ import annotations

from builders.base import NumdiagBuilder, builder_configs


class TatqaA(NumdiagBuilder):
    """Rows of one config of TATQA-a."""

    dataset = "tatqa_a"
    BUILDER_CONFIGS = builder_configs(dataset)
