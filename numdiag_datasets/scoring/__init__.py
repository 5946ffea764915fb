"""Scoring of predictions: a plain function per form of answer, and the results made from its scores."""
