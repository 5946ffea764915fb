import pytest

from numdiag_datasets.english.sentences import sentence_spans, starts_sentence


@pytest.mark.parametrize(("text", "sentences"), [
    ("He has 16. 4 are red.", ["He has 16.", "4 are red."]),  # a stop behind a number
    ("Mrs. Hilt ran 3 miles. She rested.", ["Mrs. Hilt ran 3 miles.", "She rested."]),
    ("It costs $1.50. Two cost $3.", ["It costs $1.50.", "Two cost $3."]),  # decimals
    ("Lions vs. Bears ended 3-1.", ["Lions vs. Bears ended 3-1."]),
    ("Bus No. 7 left. It rained.", ["Bus No. 7 left.", "It rained."]),
    ("He has 234 lbs. of rope. J. T. left.", ["He has 234 lbs. of rope.", "J. T. left."]),
    ("Nice People Inc. organized a fair.", ["Nice People Inc. organized a fair."]),
    ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
    ('"I came." He left.', ['"I came."', "He left."]),
    ("One line\nthat goes on.\nAnother line", ["One line\nthat goes on.", "Another line"]),
    ("A heading\n\nA line", ["A heading", "A line"]),
    ("no stop at all, ", ["no stop at all,"]),
    ("", []),
])  # fmt: skip
def test_sentence_spans(text, sentences):
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize(("before", "starts"), [
    ("", True), ("He left. ", True), ("Why? ", True), ("Mrs. ", False), ("has ", False),
    ("It costs $0.68. ", True), ("No. ", False), ('He said. "', True), ("so, ", False),
])  # fmt: skip
def test_starts_sentence(before, starts):
    assert starts_sentence(before + "17 plums", len(before)) is starts
