"""New values for the operands: what noise and distribution share, in texts and in tables."""
