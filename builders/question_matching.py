"""``python -m builders.question_matching``: ``numdiag build-question-matching`` by another name."""

from numdiag_datasets.cli.build_pairs import question_matching
from numdiag_datasets.cli.running import run, single_command

app = single_command(question_matching)

if __name__ == "__main__":
    run(app, "python -m builders.question_matching")
