"""Building from a checkout: thin over ``numdiag build``."""
