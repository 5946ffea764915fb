"""Data sets of texts and pairs of texts with a class: number words, question matching."""
