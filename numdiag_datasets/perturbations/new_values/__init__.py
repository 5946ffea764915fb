"""New values for operands in texts and tables, shared by noise and distribution."""
