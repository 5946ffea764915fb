"""Predictions -> results: one plain function a form of answer, and what is made of its scores."""
