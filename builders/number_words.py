"""``python -m builders.number_words``: an alias of ``numdiag build-number-words``."""

from numdiag_datasets.cli.build_pairs import number_words
from numdiag_datasets.cli.running import run, single_command

app = single_command(number_words)

if __name__ == "__main__":
    run(app, "python -m builders.number_words")
