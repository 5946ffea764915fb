"""Baselines: thin Trainer scripts that use numdiag's releases and scoring as an outsider would."""
