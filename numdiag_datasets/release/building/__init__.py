"""Building of a release: it is complete or absent."""
