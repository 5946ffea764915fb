"""``python -m builders``: the release of problems; ``numdiag build`` by another name."""

from numdiag_datasets.cli.build import build_
from numdiag_datasets.cli.running import run, single_command

app = single_command(build_)

if __name__ == "__main__":
    run(app, "python -m builders")
