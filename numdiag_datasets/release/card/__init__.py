"""The card (README) of a release, and its parts."""
