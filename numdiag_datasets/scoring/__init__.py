"""Predictions into numbers: one plain function a family of data, and what is made of their results."""
