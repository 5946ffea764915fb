"""The ``numdiag`` command, a module a command."""
