"""``python -m builders.question_matching``: an alias of ``numdiag build-question-matching``."""

from numdiag_datasets.cli.build_pairs import question_matching
from numdiag_datasets.cli.running import run, single_command

app = single_command(question_matching)

if __name__ == "__main__":
    run(app, "python -m builders.question_matching")
