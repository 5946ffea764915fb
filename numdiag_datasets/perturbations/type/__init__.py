"""Type: integers get the form of floating-point numbers."""
