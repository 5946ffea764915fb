"""Building a release: complete or absent."""
