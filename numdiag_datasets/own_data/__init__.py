"""Perturbation of user data: any rows with texts in columns of any name.

`columns` assigns columns to parts of a problem, `rows` converts a row to a `Problem` and back, `perturber` is
the function for `Dataset.map` and Ray, `files` reads and writes, `run` perturbs a whole file.
"""
