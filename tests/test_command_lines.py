"""Every command line of the documents is one that numdiag takes; those of `numdiag train` are in test_training_docs."""

import pytest
import typer

from numdiag_datasets.cli.app import app
from numdiag_datasets.cli.train import SCRIPTS
from tests.documents import PAGES, ROOT, commands_in_sentences, commands_of

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def table(find):
    """A case for each command line, named by its page."""
    return [
        pytest.param(words, id=f"{page.relative_to(ROOT)}: {' '.join(words)}")
        for page in PAGES
        for words in find(page.read_text(encoding="utf-8"))
    ]


def options_of(command):
    """The names of a command's options: ``--chat``, ``--no-chat``, ``-h``."""
    named = [name for option in command.params for name in (*option.opts, *option.secondary_opts)]
    return {name for name in named if name.startswith("-")} | {"-h", "--help"}


@pytest.mark.parametrize("words", table(commands_of))
def test_a_command_line_is_read(words):
    """Its command, options, values and the number of its arguments; nothing is run."""
    name, *arguments = words
    context = COMMANDS[name].make_context(name, arguments)
    if name == "train":
        assert context.params["script"] in SCRIPTS


@pytest.mark.parametrize("words", table(commands_in_sentences))
def test_what_a_sentence_names_is_there(words):
    name, *arguments = words
    if name == "train":
        assert arguments[0] in SCRIPTS
        return
    named = {word.partition("=")[0] for word in arguments if word.startswith("-")}
    assert named <= options_of(COMMANDS[name])


def test_the_documents_have_command_lines():
    """The table above is not empty because its pattern finds none."""
    used = {words.values[0][0] for words in table(commands_of)}
    assert used >= {"build", "list", "show", "verify", "score", "compare", "evaluate", "report", "push"}
