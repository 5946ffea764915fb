"""``numdiag train graph2tree``."""

from ..training import run_command
from . import Graph2Tree

if __name__ == "__main__":
    run_command("numdiag train graph2tree", Graph2Tree)
