"""Builders: a `datasets` builder for each data set, and ``python -m builders`` for the release."""
