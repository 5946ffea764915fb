"""The page of a leaderboard: marks, links, what it is without, and systems with hostile names."""

import re

import pytest

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.eligibility import eligible
from numdiag_datasets.report.leaderboard import boards
from numdiag_datasets.report.paper import paper_outcomes
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from tests.leaderboard_pages import ATTACK, Page, attacks, made, page_of, signed, write

# --- marks ----------------------------------------------------------------------------------------

*_, _LAST = PERTURBATION_TABLE.values()
_ALIKE = [entry for entry in PERTURBATION_TABLE.values() if entry.capability == _LAST.capability]
ALL_BUT_ONE = f"only {len(PERTURBATION_TABLE) - 1} of {len(PERTURBATION_TABLE)}"
ALL_BUT_ONE_OF_ITS_CAPABILITY = f"only {len(_ALIKE) - 1} of {len(_ALIKE)}"


def test_a_system_at_the_floor_is_marked_and_not_ranked(tmp_path):
    """It loses next to nothing, having next to nothing, and would be the most robust of all."""
    results = [
        made(), *attacks(), made(points=8, system="floor"), *attacks("floor", 8.0, 0.5, original=8.0),
        made(points=10, system="above"), *attacks("above", 5.0, 5.0, original=10.0),
    ]  # fmt: skip
    (board,) = boards(Summary(read_runs([write(tmp_path, *results)])), "asdiv_a")
    found = [(standing.system.name, standing.rank, standing.marks) for standing in board.standings]
    assert found == [("mine", 1, ()), ("above", 2, ()), ("floor", None, ("floor",))]
    rows = [attrs for tag, attrs in Page(page_of(tmp_path, *results)).tags if tag == "tr"]
    assert sum("data-floor" in attrs for attrs in rows) == 1


def test_a_system_without_some_attacks_has_no_mean_and_no_rank(tmp_path):
    """A mean over the easy ones would stand beside means over all."""
    (board,) = boards(Summary(read_runs([write(tmp_path, made(), *attacks()[:-1])])), "asdiv_a")
    (standing,) = board.standings
    assert (standing.rank, standing.marks) == (None, ("incomplete",))
    cells = [cell for cell in standing.cells if isinstance(cell, str)]
    assert cells == [ALL_BUT_ONE, ALL_BUT_ONE, ALL_BUT_ONE_OF_ITS_CAPABILITY, "not run"]


def test_a_drop_over_other_rows_stands_for_none(tmp_path):
    """Where the originals were not given for one attack, the change over all rows is no drop over the changed ones, nor part of a mean."""
    *others, last = attacks()
    del last["drop"]
    (board,) = boards(Summary(read_runs([write(tmp_path, made(), *others, last)])), "asdiv_a")
    (standing,) = board.standings
    assert standing.cells[1] == Value(40.0)
    missing = [cell for cell in standing.cells if isinstance(cell, str)]
    unpaired = "no rows paired with their originals"
    assert missing == [ALL_BUT_ONE, ALL_BUT_ONE_OF_ITS_CAPABILITY, unpaired]


def test_the_sample_is_marked_and_never_ranked_beside_whole_data(tmp_path):
    whole = [made(system="small", data="0.2.0@sample"), *attacks("small", data="0.2.0@sample")]
    sample = [result | {"source": "sample"} for result in whole]
    summary = Summary(read_runs([write(tmp_path, *sample)]))
    assert boards(summary, "asdiv_a")[0].standings[0].marks == ("sample",)
    ranked, refusals = eligible(read_runs([write(tmp_path, *sample, made(data="0.1.0@whole"))]))
    assert [outcome.system.name for outcome in ranked] == ["mine"]
    assert {r.reason for r in refusals} == {"it is on the bundled sample, the others on whole data"}


def test_the_paper_stands_beside_marked_and_unranked(tmp_path):
    results = [made(), *attacks(), made("tatqa_a", metric="exact_match")]
    text = page_of(tmp_path, *results, compare_paper=True)
    board, tables = Page(text).boards  # none of data sets, or settings, that the paper has alone
    assert len(tables["rows"]) == 1  # of TATQA-a it tests other questions
    papers = [row for row in board["rows"] if "(paper)" in row[0]]
    assert len(papers) == 5
    assert not any(
        c.startswith(("loss", "gain")) for row in papers for _, found in row[1:] for c in found
    )
    outcomes = [*read_runs([str(tmp_path / "runs")]), *paper_outcomes()]
    standings = boards(Summary(outcomes), "asdiv_a")[0].standings
    assert [s.rank for s in standings if not s.system.is_paper] == [1]
    assert {(s.rank, "paper" in s.marks) for s in standings if s.system.is_paper} == {(None, True)}
    assert "(paper)" not in page_of(tmp_path, made(), *attacks())


# --- the page -------------------------------------------------------------------------------------


def test_columns_are_sorted_by_buttons_that_say_how(tmp_path):
    results = [made(), *attacks(), made("tatqa_a", metric="exact_match")]
    for board in Page(page_of(tmp_path, *results)).boards:
        heads = board["heads"]
        assert len(heads) == len(board["rows"][0])
        assert [head["data-kind"] for head in heads[:4]] == ["name", "score", "score", "drop"]
        assert {head["scope"] for head in heads} == {"col"}
        assert [[b["type"] for b in head["buttons"]] for head in heads] == [["button"]] * len(heads)
        # The state at the start is the order of the ranks.
        assert [head["aria-sort"] for head in heads].count("none") == len(heads) - 1
        assert heads[2]["aria-sort"] == "descending"


def test_every_row_leads_to_its_signatures(tmp_path):
    """With the file of each; and no link leads nowhere."""
    run = {"numbers": "placeholders", "target": "equation"}
    result = made(points=20.0, prompt="direct,chat,0-shot", run=run)
    text = page_of(tmp_path, result, made(system="other"), *attacks("other"), made(version=""))
    page = Page(text)
    assert all(link.startswith("#") and page.ids.count(link[1:]) == 1 for link in page.links)
    assert {"#results-asdiv_a-1", "#results-asdiv_a-2"} < set(page.links)
    assert text.count(signed(ATTACK)) == 1
    assert text.count(str(tmp_path / "runs" / "results.json")) == 3 + len(PERTURBATION_TABLE)
    assert "numbers as placeholders; writes equation; asked direct, chat, 0-shot" in page.text
    assert "does not say which version" in page.text.partition("Not ranked\n")[2]


HOSTILE = [
    "<script>x</script>",
    '"><img src=x>',
    "a\nb",
    "{{ 7 * 7 }}",
    "\u2028",
    "a\x1b[31m",
    "&amp;",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_the_page_stands_alone_whatever_systems_are_called(tmp_path, name):
    """Nothing is loaded, and the browser is told to load nothing; a name is a text."""
    results = [
        made(system=name),
        *attacks(name),
        made(system=name, seed=2, data=name, version=name),
    ]
    text = page_of(tmp_path, *results, compare_paper=True)
    page = Page(text)
    assert not re.search(r"@import|url\(|https?:|//cdn|fetch\(|XMLHttp", text)
    assert {tag for tag, _ in page.tags}.isdisjoint({"link", "img", "iframe", "object", "base"})
    assert not [attrs for _, attrs in page.tags if "src" in attrs]
    assert [tag for tag, _ in page.tags].count("script") == 1
    (policy,) = (attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv"))
    assert policy.startswith("default-src 'none';")
    assert "\x1b" not in text


def test_when_nothing_can_be_ranked_the_page_says_so(tmp_path):
    lines: list[str] = []
    text = page_of(tmp_path, made(version=""), warn=lines.append)
    assert lines == [
        f"1 of 1 results are not ranked; {tmp_path / 'out' / 'leaderboard.html'} says why"
    ]
    assert "No result can be ranked" in text
    assert "#submit" in Page(text).links


def test_labels_are_named_with_where_they_are(tmp_path):
    name = "number_words-comparison-bare-en"
    label = made(name, metric="accuracy")
    text = page_of(tmp_path, made(), label)
    assert "number words are labels" in re.sub(r"\s+", " ", text)
