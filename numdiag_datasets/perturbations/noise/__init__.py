"""Noise: every whole operand gets a decimal."""
