"""Tables: figures, totals, sums, ratios, years, and TAT-QA derivations."""
