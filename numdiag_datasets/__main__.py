"""``python -m numdiag_datasets`` is ``numdiag``."""

from numdiag_datasets.cli.app import entry_point

if __name__ == "__main__":
    entry_point()
