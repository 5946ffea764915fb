"""Verbosity: every quantity stands beside a number that it is not."""
