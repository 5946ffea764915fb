"""Worked solutions: annotated steps, operands bound to the text, solutions rewritten with other numbers."""
