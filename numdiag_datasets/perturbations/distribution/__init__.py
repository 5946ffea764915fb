"""Distribution: every whole operand becomes a large number."""
