"""Builds from a checkout: thin wrappers of ``numdiag build``."""
