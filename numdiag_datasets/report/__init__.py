"""Reports: the tables and pictures of a paper from any set of results."""
