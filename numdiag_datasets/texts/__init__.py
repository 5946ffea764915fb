"""How each kind of text is read: its numbers, its evidence, its insertion points."""
