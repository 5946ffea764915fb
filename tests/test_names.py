"""Capitals that belong to a name."""

import pytest

from numdiag_datasets.english.names import begins_with_name


@pytest.mark.parametrize(("sentence", "is_name"), [
    ("Brian has 3 pens", True),
    ("There are 3 pens", False),
    ("Seven pens", False),
    ("Pens cost $3", False),
    ("Will has 3 pens", True),  # also a function word
    ("Penny has 3 pens", True),  # also a coin
    ("I have 3 pens", True),  # a capital anywhere
    ("14 pens", False),
])  # fmt: skip
def test_a_capital_that_belongs_to_a_name(sentence, is_name):
    assert begins_with_name(sentence) == is_name
