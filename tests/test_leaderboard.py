"""Leaderboards: what may be ranked and why the rest is not, its figures and files."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.eligibility import eligible
from numdiag_datasets.report.leaderboard import boards, write_leaderboard
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import ORIGINALS, Summary, Value
from tests.commands import numdiag
from tests.leaderboard_pages import ATTACK, METRIC, Page, attacks, made, page_of, signed, write

# --- what may be ranked ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trap", "result", "reason"),
    [
        ("made by another tool", made() | {"signature": ""}, "it has no signature"),
        ("rows of nobody knows where", made(data="unknown"), "its data are unknown"),
        ("data left out", made(data=""), "its data are unknown"),
        ("a run with a limit", made(rows="50", partial="50/100#abcd1234"), "some of the rows only (50/100#abcd1234)"),
        ("scored by nobody knows what", made(version=""), "does not say which version"),
        ("a signature from elsewhere", made() | {"signature": signed(ATTACK)}, f"its signature is that of {ATTACK}"),
        ("fewer rows than it signs", made() | {"scores": {"rows": 50, METRIC: 50}}, "over 50 rows, its signature says 100"),
        ("rows that are not counted", made() | {"scores": {METRIC: 50}}, "over unknown rows, its signature says 100"),
        ("of a release to come", made(data="99.0.0@x"), "99.0.0 is newer than this numdiag"),
        ("scored by a version to come", made(version="99.0.0"), "99.0.0 is newer than this numdiag"),
        ("an attack alone", made(ATTACK), "no originals of asdiv_a were scored with it"),
    ],
)  # fmt: skip
def test_a_result_that_lacks_something_is_not_ranked(tmp_path, trap, result, reason):
    """Nor does it keep others from their rank."""
    other = [made(system="other"), *attacks("other")]
    ranked, (refusal,) = eligible(read_runs([write(tmp_path, result, *other)]))
    assert {outcome.system.name for outcome in ranked} == {"other"}, trap
    assert len(ranked) == len(other)
    assert reason in refusal.reason


@pytest.mark.parametrize(
    ("trap", "results", "reason"),
    [
        ("an older release", [made(data="0.1.0@old"), made(ATTACK, data="0.1.0@older")],
         f"of release 0.1.0, whose rows of {ATTACK} are not those of 0.2.0, which is ranked"),
        ("another build of the same release", [made(), made(ATTACK, data="0.2.0@seed2")],
         f"of release 0.2.0 as the others, but with other rows of {ATTACK}"),
        ("a revision of the Hub", [made(data="8c2f1e")], "a revision of the Hub names its data"),
        ("two benchmarks in one", [made(), made(ATTACK), made(ATTACK, data="0.2.0@b", seed=2)],
         f"its results on {ATTACK} are over different data"),
        ("read in another way", [made(tolerance="0.1")], "answers were compared in another way (0.1, not 0.0001)"),
    ],
)  # fmt: skip
def test_what_was_measured_otherwise_than_the_others_is_not_ranked(tmp_path, trap, results, reason):
    """All results of the system go: half of them would stand beside the whole of others. The order of the files says nothing."""
    others = [made(system=s) for s in ("a", "b")] + [*attacks("a"), *attacks("b")]
    for found in ([*results, *others], [*others, *results]):
        ranked, refusals = eligible(read_runs([write(tmp_path, *found)]))
        assert {outcome.system.name for outcome in ranked} == {"a", "b"}, trap
        assert len(refusals) == len(results)
        assert {refusal.reason for refusal in refusals if reason in refusal.reason}


def test_strict_reading_is_not_ranked_beside_the_official(tmp_path):
    results = [
        made("tatqa_a", system=s, metric="exact_match", mode=mode)
        for s, mode in (("a", "strict"), ("b", "official"), ("c", "strict"))
    ]
    ranked, refusals = eligible(read_runs([write(tmp_path, *results)]))
    assert [outcome.system.name for outcome in ranked] == ["b"]
    assert "compared in another way (strict, 0.0001, not official, 0.0001)" in refusals[0].reason


def test_a_new_release_is_ranked_although_most_results_are_of_the_old(tmp_path):
    old = [made(system=s, data="0.1.9@old") for s in ("a", "b", "c")]
    ranked, refusals = eligible(read_runs([write(tmp_path, *old, made(data="0.1.10@new"))]))
    assert [outcome.system.name for outcome in ranked] == ["mine"]  # 10 comes behind 9
    assert len(refusals) == 3


def test_the_same_rows_are_the_same_data_in_every_release(tmp_path):
    """A release that changed other data sets keeps these to the byte, as the checksum says."""
    old = [made(system="old", data="0.1.0@same"), made(ATTACK, system="old", data="0.1.0@same")]
    new = [made(data="0.2.0@same"), made(ATTACK, data="0.2.0@same")]
    ranked, refusals = eligible(read_runs([write(tmp_path, *old, *new)]))
    assert (len(ranked), refusals) == (4, [])


def test_a_system_that_was_scored_anew_is_ranked_once(tmp_path):
    """Else its two scores would be two runs of it, or an error."""
    results = [made(version="0.1.0"), made(version="0.2.0", points=60.0)]
    (ranked,), (refusal,) = eligible(read_runs([write(tmp_path, *results)]))
    assert ranked.result.scores[METRIC] == 60
    assert "the same system was scored by numdiag 0.2.0 too" in refusal.reason


def test_one_attack_on_fewer_rows_is_left_out_alone(tmp_path):
    """As a tool that skipped some would write it, with nothing in the signature but their number."""
    results = [made(), made(ATTACK, rows="80"), made("asdiv_a-noise-attack")]
    ranked, (refusal,) = eligible(read_runs([write(tmp_path, *results)]))
    assert [outcome.result.config for outcome in ranked] == ["asdiv_a", "asdiv_a-noise-attack"]
    assert "over 80 rows, the others over 100" in refusal.reason


def test_draws_of_a_split_are_neither_ranked_nor_refused(tmp_path):
    draw = made("asdiv_a-noise-attack", data="0.2.0@draw") | {"split": "test_2"}
    ranked, refusals = eligible(read_runs([write(tmp_path, made(), draw)]))
    assert ([outcome.result.config for outcome in ranked], refusals) == (["asdiv_a"], [])


# --- the figures ----------------------------------------------------------------------------------

POINTS = st.integers(0, 1000).map(lambda tenths: tenths / 10)
LOST = st.tuples(*[st.integers(-300, 300)] * 3).map(lambda ends: tuple(sorted(ends)))


@given(
    st.dictionaries(
        st.sampled_from("abcd"),
        st.tuples(
            st.lists(POINTS, min_size=1, max_size=3),
            st.dictionaries(st.sampled_from([*PERTURBATION_TABLE]), st.tuples(POINTS, LOST)),
        ),
        min_size=1,
    )
)
@settings(max_examples=25, deadline=None)
def test_every_figure_of_the_page_is_that_of_the_summary(systems):
    """Of whatever was run; and a cell has a colour only where its interval leaves 0 out."""
    results = []
    for name, (seeds, attacked) in systems.items():
        results += [made(points=p, system=name, seed=seed) for seed, p in enumerate(seeds)]
        for attack, (points, (low, middle, high)) in attacked.items():
            lost = (middle / 10, low / 10, high / 10)
            results.append(made(f"asdiv_a-{attack}-attack", points, name, lost))
    with TemporaryDirectory() as folder:
        text = page_of(Path(folder), *results)
        summary = Summary(read_runs([folder + "/runs"]))
    (board,) = Page(text).boards
    rows = {row[0]: row[1:] for row in board["rows"]}
    (shown,) = boards(summary, "asdiv_a")
    assert set(rows) == set(systems)
    for system in summary.systems_of("asdiv_a"):
        cells = rows[system.name]
        original = summary.score(system, "asdiv_a", ORIGINALS, METRIC)
        assert isinstance(original, Value)
        assert cells[0][0] == original.mean
        drops = {}
        for column, (value, classes) in zip(shown.columns, cells, strict=True):
            if column.label in PERTURBATION_TABLE:
                drop = summary.drop(system, "asdiv_a", ("attack", column.label), METRIC)
                assert value == (drop.mean if isinstance(drop, Value) else None)
                drops[column.label] = value
                is_told = isinstance(drop, Value) and drop.is_told and abs(drop.mean) >= 1
                assert any(c.startswith(("loss", "gain")) for c in classes) == is_told
        for column, (value, _) in zip(shown.columns, cells, strict=True):
            if (column.label, column.kind) == ("mean", "drop"):
                parts = [
                    drops[name] for name, p in PERTURBATION_TABLE.items()
                    if column.group in (p.capability, "all drops")
                ]  # fmt: skip
                whole = None not in parts
                assert value == (pytest.approx(sum(parts) / len(parts)) if whole else None)


def test_systems_are_ranked_by_what_is_left_under_attack(tmp_path):
    """Not by the drop: who has less to lose is no better. Equals share a rank."""
    results = []
    for name, points, left, lost in [("much", 90, 60, 30), ("little", 40, 35, 5), ("equal", 70, 60, 10)]:  # fmt: skip
        results += [made(points=points, system=name), *attacks(name, left, lost)]
    (board,) = boards(Summary(read_runs([write(tmp_path, *results)])), "asdiv_a")
    ranks = [(standing.system.name, standing.rank) for standing in board.standings]
    assert ranks == [("much", 1), ("equal", 1), ("little", 3)]


def test_what_is_left_with_defense_and_transfer_has_tables_of_its_own(tmp_path):
    """Of the systems that have results there; what has no second form is left out with the reason."""
    trained = {"config": "asdiv_a-noise-defense"}
    results = [
        made(), *attacks(), made(system="other"), *attacks("other"),
        made("asdiv_a-noise-defense", 48, lost=(2, 1, 3), run=trained),
        made("asdiv_a-noise-transfer", 44, lost=(6, 1, 9), run=trained),
    ]  # fmt: skip
    found = boards(Summary(read_runs([write(tmp_path, *results)])), "asdiv_a")
    assert [(board.setting, len(board.standings)) for board in found] == [
        ("attack", 2), ("defense", 1), ("transfer", 1),
    ]  # fmt: skip
    for board, mean in zip(found[1:], (2, 6), strict=True):
        (standing,) = board.standings
        cells = dict(zip([column.label for column in board.columns], standing.cells, strict=True))
        noise = cells["noise"]
        assert isinstance(noise, Value)
        assert (noise.mean, noise.interval) == (mean, (1, mean + mean // 2))
        assert ("incomplete" in standing.marks, standing.rank) == (True, None)
    assert dict(found[2].left_out)["order"] == "not available: the perturbation has one form"


def test_the_second_form_of_an_attack_has_a_table_apart_from_transfer(tmp_path):
    """A language model that was only asked was trained on neither form."""
    results = [made(), *attacks(), made("asdiv_a-noise-transfer", 40, lost=(10, 4, 16))]
    found = boards(Summary(read_runs([write(tmp_path, *results)])), "asdiv_a")
    assert [board.name for board in found] == ["asdiv_a-attack", "asdiv_a-second-form"]
    assert dict(found[1].left_out)["order"] == "not available: the perturbation has one form"
    assert [column.label for column in found[1].columns[:2]] == ["originals", "second form"]


def test_what_cannot_be_had_has_no_column(tmp_path):
    path = write(tmp_path, made("drop_num", metric="exact_match"))
    (board,) = boards(Summary(read_runs([path])), "drop_num")
    assert {"logic", "order"}.isdisjoint(column.label for column in board.columns)
    assert "not applicable" in dict(board.left_out)["order"]
    assert board.standings[0].cells[1] == "not run"


def test_word_problems_come_first(tmp_path):
    names = {"drop_num": "exact_match", "svamp": METRIC, "tatqa_a": "exact_match", "gsm8k": METRIC}
    results = [made(name, metric=metric) for name, metric in names.items()]
    ids = Page(page_of(tmp_path, *results)).ids
    assert [i for i in ids if i in names] == ["gsm8k", "svamp", "drop_num", "tatqa_a"]


# --- files and the command ------------------------------------------------------------------------


def test_it_lives_beside_a_report_and_harms_nothing(tmp_path, capsys):
    """Both are made anew in one folder, and a file that was changed there is somebody's."""
    pytest.importorskip("matplotlib", reason="the report extra is not installed")
    runs, out = write(tmp_path / "runs", made(), *attacks()), tmp_path / "out"
    commands = [("report", runs, "--out", out), ("report", runs, "--out", out, "--leaderboard")]
    for command in commands:
        assert numdiag(capsys, *command)[0] == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for command in commands:
        assert numdiag(capsys, *command)[0] == 0
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert {"leaderboard.html", "leaderboard.json", "report.html"} < {path.name for path in before}
    (out / "leaderboard.html").write_text("mine")
    status, _, err = numdiag(capsys, *commands[1])
    assert (status, "is not what a report wrote there" in err) == (2, True)
    assert (out / "leaderboard.html").read_text() == "mine"


@pytest.mark.parametrize(
    ("trap", "results", "options", "message"),
    [
        ("benchmark seeds", [made()], ["--pool"], "leave --pool out"),
        ("labels alone", [made("number_words-comparison-bare-en", metric="accuracy")], [], "no results of asdiv_a"),
        ("an unknown comparison", [made()], ["--compare", "us"], "choose from paper"),
        ("a seed twice", [made(), made()], [], "with the same seed; give them different names"),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked_at_all_says_so_in_a_line(
    tmp_path, capsys, trap, results, options, message
):
    runs, out = write(tmp_path / "runs", *results), tmp_path / "out"
    status, _, err = numdiag(capsys, "report", runs, "--out", out, "--leaderboard", *options)
    assert status == 2, trap
    assert message in err
    assert err.count("\n") == 1
    assert not out.exists()


def test_no_result_is_written_over(tmp_path):
    path = tmp_path / "leaderboard.html"
    path.write_text(json.dumps(made()))
    with pytest.raises(Exception, match="is read as an input"):
        write_leaderboard([str(path)], tmp_path)
    with pytest.raises(ReportError, match="no such file"):
        write_leaderboard([str(tmp_path / "none")], tmp_path)
    assert json.loads(path.read_text()) == made()
