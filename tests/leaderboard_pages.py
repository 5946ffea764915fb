"""Results that a leaderboard ranks, and the page that it makes of them as a reader finds it."""

import json
from html.parser import HTMLParser

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.leaderboard import write_leaderboard

METRIC = "answer_accuracy"
ATTACK = "asdiv_a-extra-attack"


def signed(config, **parts):
    """The signature of a result on all of 100 rows of release 0.2.0, with other parts where they are given."""
    told = {
        "config": config, "data": f"0.2.0@{config}", "rows": "100", "partial": "", "applied": "90", "mode": "",
        "tolerance": "0.0001", "version": "0.2.0",
    } | parts  # fmt: skip
    return "|".join(f"{key}:{value}" for key, value in told.items() if value)


def made(config="asdiv_a", points=50.0, system="mine", lost=None, metric=METRIC, seed=1, run=None, original=50.0, **parts):  # fmt: skip
    """A result as `numdiag score --out` writes it; `parts` are of its signature."""
    drops = {}
    if lost is not None:
        middle, low, high = lost
        drops["drop"] = {
            metric: {
                "rows": 90, "groups": 90, "original": original, "perturbed": max(0.0, original - middle), "absolute": middle,
                "interval": [low, high], "relative": None, "relative_interval": None, "worse": 1, "better": 0,
                "p_value": None, "smallest_detectable": 9.0,
            }
        }  # fmt: skip
    return {
        "config": config, "signature": signed(config, **parts), "scores": {"rows": int(parts.get("rows", 100)), metric: points},
        "system": system, "training": {"seed": seed}, "run": run or {}, **drops,
    }  # fmt: skip


def attacks(system="mine", points=40.0, middle=10.0, **others):
    """All attacks on ASDiv-a, each with the same drop."""
    lost = (middle, middle - 5, middle + 5)
    return [made(f"asdiv_a-{n}-attack", points, system, lost, **others) for n in PERTURBATION_TABLE]


def write(folder, *results):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "results.json"
    path.write_text(json.dumps({"results": results}))
    return str(path)


class Page(HTMLParser):
    """What a reader finds: the tables with their rows, the ids, and where links lead."""

    def __init__(self, text):
        super().__init__()
        self.boards, self.ids, self.links, self.tags, self.text = [], [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.tags.append((tag, told))
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told["href"]] if tag == "a" else []
        if tag == "table" and told.get("class") == "board":
            self.boards.append({"heads": [], "rows": []})
        elif tag == "th" and "aria-sort" in told:
            self.boards[-1]["heads"].append(told | {"buttons": []})
        elif tag == "button":
            self.boards[-1]["heads"][-1]["buttons"].append(told)
        elif tag == "th" and "system" in told.get("class", ""):
            self.boards[-1]["rows"].append([told["data-value"]])
        elif (
            tag == "td"
            and self.boards
            and self.boards[-1]["rows"]
            and told.get("class") is not None
        ):
            value = told.get("data-value")
            self.boards[-1]["rows"][-1].append((value and float(value), told["class"].split()))

    def handle_data(self, data):
        self.text += data


def page_of(tmp_path, *results, **options):
    path, _ = write_leaderboard([write(tmp_path / "runs", *results)], tmp_path / "out", **options)
    return path.read_text(encoding="utf-8")
