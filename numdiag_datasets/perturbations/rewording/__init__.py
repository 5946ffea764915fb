"""Numbers written differently, or next to other numbers; shared by language, type and verbosity."""
