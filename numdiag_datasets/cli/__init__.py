"""The ``numdiag`` command, with one module for each subcommand."""
