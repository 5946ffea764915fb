"""Results for reports, as the scripts write them."""

import json
from dataclasses import asdict

from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary
from numdiag_datasets.scoring.paired_rows import CHANGED, PairedRows

SIGNED = "config:{}|data:0.1@{}|rows:1000|tolerance:0.0001|version:0.1"
EXTRA, LOGIC = "asdiv_a-extra-attack", "asdiv_a-logic-attack"


def drop(absolute, low, high, rows=100):
    """A drop as results hold it; what reports do not read is the same in all."""
    return {
        "rows": rows, "groups": min(rows, 40), "original": 50.0, "perturbed": 50.0 - absolute, "absolute": absolute,
        "interval": [low, high], "relative": None, "relative_interval": None, "worse": max(round(absolute * rows / 100), 0), "better": max(round(-absolute * rows / 100), 0),
        "p_value": None, "smallest_detectable": 9.0,
    }  # fmt: skip


def made(config="asdiv_a", points=50.0, data="aaa", **others):
    """A result as the scripts write it."""
    return {
        "config": config,
        "system": "model",
        "signature": SIGNED.format(config, data),
        "scores": {"rows": 1000, "answer_accuracy": points},
        "run": {"model": "org/model", "numbers": "tokens", "target": "equation", "config": "asdiv_a"},
        "training": {"seed": 1},
    } | others


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def seeds(tmp_path, *results):
    for i, result in enumerate(results):
        write(tmp_path / f"{i}" / "results.json", result)
    return Summary(read_runs([f"mine={tmp_path}"]))


def paired(config, before, after, changed=None, **others):
    """A result of an attack with the scores of its rows, 0 or 1, as `numdiag score` writes it."""
    size = len(before)
    kept = PairedRows(
        " ".join(map(str, range(size))),
        " ".join(changed or "1" * size),
        " ".join("r" * size),
        {"answer_accuracy": " ".join(before)},
        {"answer_accuracy": " ".join(after)},
    )
    its = asdict(kept.drops(CHANGED)["answer_accuracy"])
    return made(config, drop={"answer_accuracy": its}, paired=asdict(kept)) | others


def attacked(config, original, absolute, low, high, *, detectable=9.0, **others):
    """A result of an attack; of its rows so many points were right before."""
    its = drop(absolute, low, high) | {"original": original, "smallest_detectable": detectable}
    its |= {"rows": 100, "groups": 40, "perturbed": original - absolute, "relative": 100 * absolute / original}
    its |= {"relative_interval": [100 * low / original, 100 * high / original]} | others
    by_metric = {"answer_accuracy": its}
    return made(config, original - absolute, drop=by_metric, drop_all_rows=by_metric)
