"""Rewritten numbers, or numbers with distractors; shared by language, type and verbosity."""
