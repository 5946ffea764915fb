"""Tasks for lm-evaluation-harness, written from the configs by ``python -m metrics.lm_eval``."""
