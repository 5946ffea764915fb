"""Is a release what it promises to be? Told from its files alone."""
