"""``python -m builders``: an alias of ``numdiag build``, which builds the release of problems."""

from numdiag_datasets.cli.build import build_
from numdiag_datasets.cli.running import run, single_command

app = single_command(build_)

if __name__ == "__main__":
    run(app, "python -m builders")
