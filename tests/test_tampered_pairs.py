"""`verify` notices whatever changes the meaning of a release of text pairs; see `test_tampering`."""

import shutil

import pyarrow
import pytest
from pyarrow import parquet

from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.own_questions import own_questions
from numdiag_datasets.text_pairs.release_type import PAIR_RELEASE
from tests.tampering import in_card, is_noticed, restore, retell, told_otherwise, with_table

OWN = "question_matching/numeral/train.parquet"

PAIR_CHANGES = {
    "another label": lambda rows: rows[0].update(label=1 - rows[0]["label"]),
    "another text": lambda rows: rows[0].update(text=rows[1]["text"]),
    "a row less": lambda rows: rows.pop(),
    "a row twice": lambda rows: rows.append(rows[0]),
    "another order": lambda rows: rows.reverse(),
}
FACTS = {
    "another range": lambda values: values["facts"].update(max_value=9999),
    "another rule": lambda values: values["facts"].update(errors=["paper"]),
    "another name": lambda values: values["facts"]["languages"].update(fr="Klingon"),
    "another generation": lambda values: values.update(generation=0),
    "another seed": lambda values: values.update(seed=2),
    "a fact more": lambda values: values["facts"].update(human=100),
    "test shows train": lambda values: values["configs"]["number_words-comparison-bare-fr"].update(
        test=["number_words/comparison-bare-fr/train.parquet"]
    ),
}


@pytest.fixture(scope="session")
def words(build_once):
    return build_once(
        "few-words",
        lambda folder: build_number_words(
            folder,
            [language_of("fr")],
            ProbeOptions(999, 1, {"train": 40, "validation": 20, "test": 20}),
        ),
    )


@pytest.mark.parametrize("name", PAIR_CHANGES)
@pytest.mark.parametrize("config", ["comparison-bare", "grammaticality-sentence"])
def test_every_change_of_number_words_is_noticed(name, config, words, tmp_path):
    release = shutil.copytree(words, tmp_path / "numdiag")
    path = f"number_words/{config}-fr/test.parquet"
    table = parquet.read_table(release / path)
    rows = table.to_pylist()
    PAIR_CHANGES[name](rows)
    parquet.write_table(
        pyarrow.Table.from_pylist(rows, table.schema), release / path, compression="zstd"
    )
    restore(release, path)
    assert is_noticed(release)


@pytest.mark.parametrize("name", FACTS)
def test_every_change_of_facts_is_noticed(name, words, tmp_path):
    release = shutil.copytree(words, tmp_path / "numdiag")
    retell(release, FACTS[name])
    assert is_noticed(release)


def retype(kind):
    def change(table):
        place = table.column_names.index("label")
        return table.set_column(place, "label", table["label"].cast(kind))

    return change


#: Changes of pairs made from a file of questions, without that file.
OWN_PAIRS = {
    "labels as floats": with_table(OWN, retype(pyarrow.float64())),
    "labels as booleans": with_table(OWN, retype(pyarrow.bool_())),
    "a column more": with_table(
        OWN, lambda t: t.append_column("hint", pyarrow.array([""] * len(t)))
    ),
    "labels called otherwise": with_table(OWN, told_otherwise),
    "a card that calls labels otherwise": lambda release: in_card(
        release,
        "  splits:\n",
        "  features:\n  - name: label\n    dtype:\n      class_label:\n        names:\n"
        "          '0': equivalent\n          '1': different\n  splits:\n",
    ),
    "a card that shows something else": lambda release: in_card(
        release, "/test.parquet", "/train.parquet"
    ),
    "a card more": lambda release: in_card(release, "# ", "# Perfect "),
    "another kind of source": lambda release: retell(
        release, lambda v: v["sources"]["question_matching"].update(kind="generated")
    ),
    "another summary": lambda release: retell(
        release, lambda v: v["facts"]["summaries"].update({"question_matching-numeral": "?"})
    ),
    "a fact more": lambda release: retell(release, lambda v: v["facts"].update(human=100)),
    "a fact less": lambda release: retell(
        release, lambda v: v["facts"].pop("may_be_published"), seal=False
    ),
    "coverage": lambda release: retell(release, lambda v: v["coverage"].update(a={})),
    "what is unavailable": lambda release: retell(
        release, lambda v: v["unavailable"].update(a="b")
    ),
}


@pytest.fixture(scope="session")
def own_pairs(build_once, tmp_path_factory):
    questions = tmp_path_factory.mktemp("questions") / "questions.txt"
    questions.write_text("".join(f"{question}\n" for question in own_questions()[1:200]), "utf-8")
    return build_once(
        "own-pairs", lambda folder: build_question_matching(folder, questions, ["numeral"])
    )


@pytest.mark.parametrize("name", OWN_PAIRS)
def test_every_change_of_pairs_of_own_questions_is_noticed(name, own_pairs, tmp_path):
    release = shutil.copytree(own_pairs, tmp_path / "numdiag")
    assert verify(release, release_type=PAIR_RELEASE).violations == []
    OWN_PAIRS[name](release)
    assert is_noticed(release)


def test_the_licence_of_own_questions_may_be_named(own_pairs, tmp_path):
    """The file itself asks for it."""
    release = shutil.copytree(own_pairs, tmp_path / "numdiag")
    (release / "LICENSE").write_text("CC BY 4.0")
    assert verify(release, release_type=PAIR_RELEASE).violations == []


@pytest.mark.parametrize("most", [0, -5, 10**12])
def test_a_range_that_is_none_is_refused_at_once(most, words, tmp_path):
    release = shutil.copytree(words, tmp_path / "numdiag")
    retell(release, lambda values: values["facts"].update(max_value=most), seal=False)
    assert is_noticed(release)
