"""Progress: a bar on a terminal, a line now and then in a log."""

import pytest

from numdiag_datasets.cli.running import progress_bar


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def lines(capsys, updates):
    """What is printed of (seconds since the start, label, done, total)."""
    clock = Clock()
    with progress_bar(clock) as progress:
        for seconds, *update in updates:
            clock.now = 100.0 + seconds
            progress(*update)
    told = capsys.readouterr()
    assert told.out == ""
    return told.err.splitlines()


@pytest.mark.parametrize(("updates", "expected"), [
    ([], []),
    # Quick commands say nothing, nor does the end of one.
    ([(0, "building", 0, 16), (9.9, "building", 15, 16), (9.9, "building", 16, 16)], []),
    # The first line after ten seconds, the next ten seconds behind it.
    ([(9, "building", 1, 16), (11, "building", 2, 16), (20, "building", 3, 16), (21, "building", 4, 16)], ["building 2/16", "building 4/16"]),
    # Whoever saw a line sees the last one as well, at once and only once.
    ([(11, "building", 2, 3), (12, "building", 3, 3), (13, "building", 3, 3)], ["building 2/3", "building 3/3"]),
    # Ten seconds are those since any line; what had no line needs no last one.
    ([(11, "reading", 1, 2), (12, "checking", 1, 9), (12, "checking", 9, 9), (21, "checking", 9, 9)], ["reading 1/2", "checking 9/9"]),
    # How much there is may be unknown; no done can then be the last.
    ([(11, "perturbing", 5, 0), (30, "perturbing", 9, 0), (31, "perturbing", 10, 0)], ["perturbing 5", "perturbing 9"]),
    # The same words again, after a first end: "encoding" of one split and of the next.
    ([(11, "encoding", 2, 2), (12, "encoding", 1, 4), (13, "encoding", 4, 4)], ["encoding 2/2", "encoding 4/4"]),
])  # fmt: skip
def test_a_log_has_a_line_now_and_then(capsys, updates, expected):
    assert lines(capsys, updates) == expected


def test_a_terminal_has_a_bar(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as rich knows a terminal that it cannot ask
    with progress_bar() as progress:
        progress("building", 1, 4)
        progress("building", 2, 8)
    told = capsys.readouterr().err
    assert "building" in told
    assert "2/8" in told
