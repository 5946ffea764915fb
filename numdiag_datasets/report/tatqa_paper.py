"""TAT-QA and two papers: baselines of Zhu et al. (2021), and the arithmetic questions of Xu et al. (2022)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome
from numdiag_datasets.report.summary import ORIGINALS, Cell, Summary, Value
from numdiag_datasets.report.tables import Table

DATASET = "tatqa_a"
#: The rows of the TATQA-a results of Xu et al. (2022): eight of the thirteen scores are 580ths, and 247
#: contexts have about 620 arithmetic questions, of about 1,480 in all (docs/tatqa.md).
_COLUMN, _PART = "answer_type", "arithmetic"
_BASELINES = Path(__file__).with_name("tatqa_baselines.tsv")
_METRICS = ("exact_match", "f1")
_NOT_STATED, _NOT_PREDICTED = "not in the paper", "not a part of these results"


def baselines() -> list[dict[str, str]]:
    """Return the systems of table 3 of Zhu et al. (2021): points on dev and test, "" if not in the paper."""
    with _BASELINES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def baseline_table(summary: Summary) -> Iterator[Table]:
    """Yield the scores of the paper's and the user's systems on the originals, if any were scored."""
    own = [s for s in summary.systems_of(DATASET) if summary.outcomes(s, DATASET, ORIGINALS)]
    if not own:
        return
    rows: list[tuple[tuple[str, str], tuple[Cell, ...]]] = []
    for line in baselines():
        name, *points = line.values()
        cells = tuple(Value(float(cell)) if cell else _NOT_STATED for cell in points)
        rows.append(((name + PAPER_MARK, ""), cells))
    for system in own:
        made = summary.outcomes(system, DATASET, ORIGINALS)[0].result
        scores = (summary.score(system, DATASET, ORIGINALS, metric) for metric in _METRICS)
        counted = f"({made.scores['rows']} questions)" if "rows" in made.scores else ""
        rows.append(((system.label, counted), (_NOT_PREDICTED, _NOT_PREDICTED, *scores)))
    yield Table(
        f"tat-qa-{DATASET}",
        f"{DATASET}: Results on the originals, all questions, beside the baselines of TAT-QA, table 3 of Zhu et al. (2021)",
        "score",
        tuple((split, metric) for split in ("dev", "test") for metric in ("exact match", "F1")),
        tuple(rows),
        "No comparison of like with like: the paper's test split is the whole one of TAT-QA (278 contexts, 1,669 questions of every "
        "kind); TATQA-a has contexts with an arithmetic question only, and of its test split what is at hand. The paper's human score is "
        "that of experts.",
        ("system", "questions"),
        ("split", "metric"),
    )


def arithmetic_only(outcomes: Sequence[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    """Return the outcomes on TATQA-a over its arithmetic questions, and those without scores for these.

    Drops are omitted, as they have no breakdown by kind of question; changes over all of the questions
    remain.
    """
    made, without = [], []
    for outcome in outcomes:
        if outcome.result.dataset != DATASET:
            continue
        part = outcome.result.breakdown.get(_COLUMN, {}).get(_PART)
        if not part:
            without.append(outcome)
            continue
        made.append(
            replace(
                outcome,
                result=replace(
                    outcome.result,
                    scores=dict(part),
                    applied=None,
                    touching=None,
                    breakdown={},
                    drop_all_rows=None,
                    drop=None,
                    drop_touching=None,
                    unreadable=None,
                ),
            )
        )
    return made, without
