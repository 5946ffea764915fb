"""``numdiag train tagop``."""

from ..training import run_command
from . import TagOp

if __name__ == "__main__":
    run_command("numdiag train tagop", TagOp)
