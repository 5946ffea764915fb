"""Invariants of distribution."""

from numdiag_datasets.perturbations.new_values.check import check_new_values as check

__all__ = ["check"]
