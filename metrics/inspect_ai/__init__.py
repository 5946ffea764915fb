"""The task for inspect-ai: ``inspect eval metrics/inspect_ai/numdiag.py``."""
