"""Baselines: thin Trainer scripts that use numdiag's releases and scoring like external code.

``numdiag train seq2seq`` runs ``python -m train.seq2seq`` in a checkout. Elsewhere it runs ``python -m
numdiag_datasets.train.seq2seq``, since a wheel has this package inside the library; so its imports are
relative.
"""
