"""``python -m train.graph2tree``."""

from train.graph2tree import Graph2Tree
from train.training import run_command

if __name__ == "__main__":
    run_command("train.graph2tree", Graph2Tree)
