"""Perturbing data of one's own: any rows with texts in columns of any name.

`columns` says which column is what, `rows` turns a row into a `Problem` and back, `perturber` is the
function for `Dataset.map` and Ray, `files` reads and writes, `run` does a whole file.
"""
