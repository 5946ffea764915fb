"""Verification of a release from its files alone."""
