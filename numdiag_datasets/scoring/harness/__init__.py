"""Language models: prompt -> completion -> prediction, the tasks of harnesses, and their logs."""
