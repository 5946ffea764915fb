"""``numdiag train probe``."""

from ..arguments import run_script
from .run import main

if __name__ == "__main__":
    run_script("numdiag train probe", main, "with the configs that have no results")
