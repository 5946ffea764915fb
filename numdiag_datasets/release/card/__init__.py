"""The README of a release, and what it is made of."""
