"""Perturbation of user data: any rows with texts in columns of any name.

`columns` assigns columns to parts of a problem, `row_conversion` converts a row to a `Problem`, `row_edits` writes
its edits into the row and undoes them, `perturber` is the function for `Dataset.map` and Ray. `row_files` reads
rows, `part_files` writes them, `run` perturbs a whole file and `cluster` Parquet files on many machines.
"""
