"""``python -m train.tagop``."""

from train.tagop import TagOp
from train.training import run_command

if __name__ == "__main__":
    run_command("train.tagop", TagOp)
