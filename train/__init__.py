"""Baselines: thin Trainer scripts that use numdiag's releases and scoring as an outsider would.

``numdiag train seq2seq`` is ``python -m train.seq2seq`` in a checkout and, since a wheel has this package inside
the library, ``python -m numdiag_datasets.train.seq2seq`` elsewhere. So it imports itself relatively.
"""
