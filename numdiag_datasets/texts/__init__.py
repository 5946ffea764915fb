"""The reading of each kind of text: its numbers, its evidence, its insertion points."""
