"""Word problems: clauses with one quantity, insertion points."""
