"""The lines of the lexicons of question matching: what a slip of the keyboard in one would break."""

from collections import defaultdict
from pathlib import Path

import pytest

from numdiag_datasets.text_pairs.question_matching import lexicons, own_questions, taxonomy
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.splits import dealt

FILES = sorted((Path(lexicons.__file__).parent / "lexicons").glob("*.tsv"))
LINES = {path.stem: [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()] for path in FILES}
#: Kind of a line -> its cells, and which of them hold frames.
KINDS = {
    "names": (3, ()), "frame": (3, (2,)), "replaced": (6, (5,)), "inserted": (5, (3, 4)), "frames": (3, (2,)),
    "particle": (4, ()), "content": (4, ()), "pair": (4, ()), "exchange": (6, ()),
}  # fmt: skip


def test_every_contrast_with_a_lexicon_has_its_file():
    assert [*LINES] == sorted(name for name, contrast in CONTRASTS.items() if contrast.has_lexicon)


@pytest.mark.parametrize("name", LINES)
def test_every_line_has_its_cells_and_every_frame_one_place(name):
    for line in LINES[name]:
        cells, frames = KINDS[line[0]]
        assert len(line) == cells, line
        assert all(cell.strip() == cell != "" for cell in line), line
        for cell in (line[place] for place in frames):
            for frame in cell.split("|"):
                assert frame.count("{}") == 1, frame
        if line[0] == "exchange":
            assert all("{A}" in frame and "{B}" in frame for frame in line[4:])
        if line[0] in ("replaced", "inserted"):
            assert line[1] in taxonomy.operations(), line


@pytest.mark.parametrize("name", LINES)
def test_no_name_is_of_two_things(name):
    """Or two pairs that ask the same would be called different."""
    found: dict[str, list[str]] = defaultdict(list)
    for kind, *cells in LINES[name]:
        if kind == "names":
            found[cells[0]] += cells[1].split()
    for group, names in found.items():
        assert sorted(names) == sorted(set(names)), group


def test_a_slip_is_one_character_and_so_is_another_word_of_its_length():
    for _, _, word, slip, other, _ in LINES["misspelling"]:
        assert len(word) == len(slip) == len(other)
        assert sum(a != b for a, b in zip(word, slip, strict=True)) == 1, word
        assert other not in (word, slip)


def test_no_question_says_both_of_an_edit():
    """What a lexicon makes has one label, whatever line it comes of."""
    for contrast in CONTRASTS.values():
        for question, changes in contrast.lexicon.changes.items():
            labels: dict[str, set[int]] = defaultdict(set)
            for change in changes:
                labels[change.of(question)].add(change.label)
            assert all(len(found) == 1 for found in labels.values()), question


def test_choices_are_made_in_every_combination():
    assert own_questions.expanded("{一 两}斤{鱼 虾}吗") == ["一斤鱼吗", "一斤虾吗", "两斤鱼吗", "两斤虾吗"]
    assert own_questions.expanded("{}怎么{洗 修}") == ["{}怎么洗", "{}怎么修"]


@pytest.mark.parametrize(("count", "least", "train", "validation", "test"), [
    (10, 1, 4, 2, 4), (6, 2, 2, 2, 2), (5, 2, 5, 0, 0), (3, 1, 1, 1, 1), (2, 1, 2, 0, 0),
])  # fmt: skip
def test_few_things_are_dealt_evenly(count, least, train, validation, test):
    splits = list(dealt(map(str, range(count)), least).values())
    assert [splits.count(name) for name in ("train", "validation", "test")] == [train, validation, test]
