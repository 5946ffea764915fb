"""The record of a problem, and how it is read: equation, derivation, grounding, tables."""
