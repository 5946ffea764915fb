"""Tampering with a release, as somebody would who knows how it is made: whatever is changed, checksums, counts and
texts are written to fit, so that only what the rows mean is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pyarrow
from jinja2 import UndefinedError
from pyarrow import parquet

from numdiag_datasets.cli.release_types import release_type_of
from numdiag_datasets.core.coverage import count, total
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import (
    CARD,
    MANIFEST,
    Manifest,
    PerturbationCoverage,
    ReleaseError,
    Violation,
    read_manifest,
)
from numdiag_datasets.core.problem import APPLIED, UNCHANGED
from numdiag_datasets.core.progress import no_progress
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.arrow import to_table
from numdiag_datasets.release.staging import write_parquet
from numdiag_datasets.release.verify.directory import verify

Row = dict[str, Any]
Tamper = Callable[[Path], object]
#: What stops whoever writes a card to fit: it names what is not there, or counts nothing.
NO_CARD_FITS = (NumdiagError, LookupError, UndefinedError, ZeroDivisionError)


def row_violations(directory: Path) -> list[Violation]:
    """What the checks of single rows find, which build nothing again."""
    manifest = read_manifest(directory)
    return release_type_of(manifest).check(directory, manifest, (), no_progress)[1]


def read(directory: Path, path: str) -> list[Row]:
    rows: list[Row] = parquet.read_table(directory / path).to_pylist()
    return rows


def rewrite(directory: Path, files: Mapping[str, Iterable[Row]]) -> None:
    """Replace the rows of files of problems, and make everything else fit."""
    manifest = read_manifest(directory)
    for path, rows in files.items():
        manifest = _rewritten(directory, manifest, path, rows)
    release_type_of(manifest).write_text_files(manifest, directory)


def _rewritten(directory: Path, manifest: Manifest, path: str, rows: Iterable[Row]) -> Manifest:
    problems = [from_row(row) for row in rows]
    applied = sum(problem.status == APPLIED for problem in problems)
    stored = write_parquet(to_table(problems), directory, path, applied)
    dataset, perturbation, name = path.removesuffix(".parquet").split("/")
    coverage = {name: dict(row) for name, row in manifest.coverage.items()}
    if name in coverage.get(dataset, {}).get(perturbation, _NOTHING).splits:
        splits = {**coverage[dataset][perturbation].splits, name: count(problems)}
        everything = total(splits.values())
        coverage[dataset][perturbation] = PerturbationCoverage(
            generation=coverage[dataset][perturbation].generation,
            share=round(everything.share, 6),
            splits=splits,
            **asdict(everything),
        )
    return replace(manifest, files=manifest.files | {path: stored}, coverage=coverage)


def retell(directory: Path, change: Callable[[Any], object], seal: bool = True) -> None:
    """Change the JSON of a manifest in place; with ``seal`` card and licence are written to fit."""
    values = json.loads((directory / MANIFEST).read_text())
    change(values)
    (directory / MANIFEST).write_text(
        json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    if seal:
        manifest = read_manifest(directory)
        for name, text in release_type_of(manifest).text_files(manifest, directory).items():
            if name != MANIFEST:
                (directory / name).write_text(text, encoding="utf-8")


def restore(directory: Path, path: str) -> None:
    """Make the manifest and the texts fit a file that was changed by hand."""
    content = (directory / path).read_bytes()
    table = parquet.read_table(directory / path)

    def fit(values: Any) -> None:
        values["files"][path] |= {
            "sha256": hashlib.sha256(content).hexdigest(),
            "parquet_bytes": len(content),
            "arrow_bytes": table.nbytes,
            "rows": table.num_rows,
        }

    retell(directory, fit)


def with_table(path: str, change: Callable[[pyarrow.Table], pyarrow.Table]) -> Tamper:
    """Replace a file by what a function makes of its table, and make everything else fit."""

    def tamper(release: Path) -> None:
        table = change(parquet.read_table(release / path))
        parquet.write_table(table, release / path, compression="zstd")
        with suppress(*NO_CARD_FITS, pyarrow.ArrowInvalid):
            restore(release, path)

    return tamper


def told_otherwise(table: pyarrow.Table) -> pyarrow.Table:
    """The features in the file's own metadata, which `datasets` believes, are others."""
    told = json.loads(table.schema.metadata[b"huggingface"])
    features = told["info"]["features"]
    if "label" in features:
        features["label"]["names"].reverse()
    else:
        features["question"], features["context"] = features["context"], features["question"]
    return table.replace_schema_metadata({b"huggingface": json.dumps(told)})


def in_card(release: Path, old: str, new: str) -> None:
    """Replace what stands in the card, once."""
    text = (release / CARD).read_text("utf-8")
    assert old in text
    (release / CARD).write_text(text.replace(old, new, 1), encoding="utf-8")


def is_noticed(release: Path) -> bool:
    """Whether it is refused, or a violation is found."""
    try:
        release_type = release_type_of(read_manifest(release))
        return bool(verify(release, release_type=release_type).violations)
    except ReleaseError:
        return True


_NOTHING = PerturbationCoverage(1, 0, 0, 0, {}, {}, 0.0, {})

# --- rows -----------------------------------------------------------------------------------------

#: What is done to a row, of which the original is there too.
RowChange = Callable[[Row, Row], object]


def _set(**columns: Any) -> RowChange:
    return lambda row, _: row.update(columns)


def _other_answer(row: Row, _: Row) -> None:
    row["answers"] = ["77", *row["answers"][1:]]


def _second_answer(row: Row, _: Row) -> None:
    row["answers"] = [*row["answers"], "77"]


def _turn_back(row: Row, original: Row) -> None:
    """The perturbation never happened, it says, for a reason that others have."""
    row.update(original | {"status": UNCHANGED, "reason": "no_number"})


def _rewrite_field(row: Row, field: str, change: Callable[[str], str]) -> None:
    name, *places = field.replace("]", "").split("[")
    if not places:
        row[name] = change(row[name])
        return
    cells = row[name]
    for place in places[:-1]:
        cells = cells[int(place)]
    cells[int(places[-1])] = change(cells[int(places[-1])])


def _smuggle(words: str) -> RowChange:
    def change(row: Row, _: Row) -> None:
        edit = row["edits"][-1]
        before = [e for e in row["edits"][:-1] if e["field"] == edit["field"]]
        shift = sum(len(e["after"]) - len(e["before"]) for e in before)
        end = edit["start"] + shift + len(edit["after"])
        _rewrite_field(row, edit["field"], lambda text: text[:end] + words + text[end:])
        edit["after"] += words

    return change


def _append_edit(words: str) -> RowChange:
    def change(row: Row, original: Row) -> None:
        start = len(original["question"])
        row["edits"].append({"field": "question", "start": start, "before": "", "after": words})
        row["question"] += words

    return change


def _other_reason(row: Row, _: Row) -> None:
    row["reason"] = next(code for code in REASONS if code != row["reason"])


def _other_rule(row: Row, _: Row) -> None:
    """Another rule of the same perturbation, if it has several: the card could not name any other."""
    for form in FORMS.values():
        if row["rule"] in form.rules and len(form.rules) > 1:
            row["rule"] = next(rule for rule in form.rules if rule != row["rule"])
            return


#: Changes of applied rows, of any perturbation.
APPLIED_CHANGES: Mapping[str, RowChange] = {
    "another answer": _other_answer,
    "a second, wrong answer": _second_answer,
    "no answer": _set(answers=[]),
    "another unit": _set(unit="cats"),
    "another scale": _set(scale="billion"),
    "another derivation": _set(derivation="1 + 1"),
    "another equation": _set(equation="70 + 7"),
    "another rule": _other_rule,
    "a reason": _set(reason="no_number"),
    "a lint": _set(lints=["derivation_unreadable"]),
    "turned back": _turn_back,
    "words behind an edit": _smuggle(" indeed"),
    "a number behind an edit": _smuggle(" 5"),
    "a blank behind an edit": _smuggle(" "),
    "an edit more": _append_edit(" Hurry up!"),
    "another grade": _set(grade="9"),
    "another operation": _set(operation="Sorcery"),
    "another group": _set(group="g"),
    "another place of the answer": _set(answer_from="table-text"),
    "another type of answer": _set(answer_type="count"),
}
#: Changes of unchanged rows.
UNCHANGED_CHANGES: Mapping[str, RowChange] = {
    "another reason": _other_reason,
    "an unknown reason": _set(reason="bad luck"),
    "called applied": _set(status=APPLIED, reason=""),
    "an edit where there was none": _append_edit(" Hurry up!"),
}


def _first_number(row: Row, _: Row) -> None:
    row["context"][0] = row["context"][0].replace("1", "7").replace("2", "8")


#: Changes of originals.
ORIGINAL_CHANGES: Mapping[str, RowChange] = {
    "another answer": _other_answer,
    "a second, wrong answer": _second_answer,
    "another number in the text": _first_number,
    "another question": _set(question="How many are there?"),
    "a paragraph more": lambda row, _: row["context"].append("It rained."),
    "another unit": _set(unit="cats"),
    "another scale": _set(scale="billion"),
    "another derivation": _set(derivation="1 + 1"),
    "another type of answer": _set(answer_type="count"),
    "another group": _set(group="g"),
    "a lint": _set(lints=["source_answer_doubtful"]),
    "another data set": _set(dataset="svamp"),
}

# --- manifests ------------------------------------------------------------------------------------

_TYPE, _ORIGINAL = "asdiv_a/type/test.parquet", "asdiv_a/original/test.parquet"
_ATTACK = "asdiv_a-type-attack"


def _at(*keys: str, to: Any) -> Callable[[Any], object]:
    """Set a value of the manifest; a function gets the old one."""

    def change(values: Any) -> None:
        for key in keys[:-1]:
            values = values[key]
        values[keys[-1]] = to(values.get(keys[-1])) if callable(to) else to

    return change


def _without(*keys: str) -> Callable[[Any], object]:
    def change(values: Any) -> None:
        for key in keys[:-1]:
            values = values[key]
        del values[keys[-1]]

    return change


_NO_COUNTS: Mapping[str, Any] = {
    "problems": 0,
    "eligible": 0,
    "applied": 0,
    "reasons": {},
    "rules": {},
}
_COVERED = ("coverage", "asdiv_a", "type")
_CONFIG = ("configs", _ATTACK)
_MORE = lambda n: n + 1  # noqa: E731  # reads like the values beside it

#: Changes of a manifest of the originals of ASDiv-a and its attack by type.
MANIFEST_CHANGES: Mapping[str, Callable[[Any], object]] = {
    "another seed": _at("seed", to=2),
    "a library less": _without("made_with", "spacy"),
    "other records": _at("records", to="text_pairs"),
    "another benchmark": _at("benchmark", to="other"),
    "a key more": _at("note", to="trust me"),
    "facts": _at("facts", to={"a": 1}),
    "another kind of source": _at("sources", "asdiv_a", "kind", to="official"),
    "an unknown kind of source": _at("sources", "asdiv_a", "kind", to="heaven"),
    "another source file": _at("sources", "asdiv_a", "files", to={"ASDiv.xml": "0" * 64}),
    "no source file": _at("sources", "asdiv_a", "files", to={}),
    "a note on the source": _at("sources", "asdiv_a", "notes", to=["all of it"]),
    "a source more": _at("sources", "drop_num", to={"kind": "sample", "files": {}, "notes": []}),
    "no source": _at("sources", to={}),
    "more problems": _at(*_COVERED, "problems", to=_MORE),
    "more eligible": _at(*_COVERED, "eligible", to=_MORE),
    "more applied": _at(*_COVERED, "applied", to=_MORE),
    "other reasons": _at(*_COVERED, "reasons", to={"no_number": 1}),
    "other rules": _at(*_COVERED, "rules", to={"sorcery": 16}),
    "another share": _at(*_COVERED, "share", to=0.5),
    "an older generation": _at(*_COVERED, "generation", to=0),
    "a generation to come": _at(*_COVERED, "generation", to=99),
    "more applied in a split": _at(*_COVERED, "splits", "test", "applied", to=_MORE),
    "other reasons in a split": _at(*_COVERED, "splits", "test", "reasons", to={"no_number": 1}),
    "a split that is not there": _at(*_COVERED, "splits", "train", to=lambda _: dict(_NO_COUNTS)),
    "no coverage": _at("coverage", to={}),
    "no coverage of a perturbation": _without(*_COVERED),
    "coverage of nothing": _at("coverage", "drop_num", to=lambda _: {}),
    "test shows originals": _at(*_CONFIG, "test", to=[_ORIGINAL]),
    "train shows the test": _at(*_CONFIG, "train", to=[_TYPE]),
    "validation shows train": _at(*_CONFIG, "validation", to=["asdiv_a/original/train.parquet"]),
    "an empty test": _at(*_CONFIG, "test", to=[]),
    "an empty train": _at(*_CONFIG, "train", to=[]),
    "a test doubled": _at(*_CONFIG, "test", to=[_TYPE, _TYPE]),
    "originals in front": _at(*_CONFIG, "test", to=[_ORIGINAL, _TYPE]),
    "originals show the attack": _at("configs", "asdiv_a", "test", to=[_TYPE]),
    "no such config": _at("configs", "asdiv_a-sorcery-attack", to=lambda _: {"train": [], "validation": [], "test": []}),
    "a config that was not built": _at("configs", "asdiv_a-type-defense", to=lambda _: {"train": [], "validation": [], "test": [_TYPE]}),
    "a config less": _without(*_CONFIG),
    "no originals": _without("configs", "asdiv_a"),
    "an available one unavailable": _at("unavailable", "asdiv_a-type", to="out of order"),
    "an unavailable one available": _without("unavailable", "drop_num-logic"),
    "more rows": _at("files", _TYPE, "rows", to=_MORE),
    "fewer applied rows": _at("files", _TYPE, "applied", to=lambda n: n - 1),
    "another size": _at("files", _TYPE, "parquet_bytes", to=_MORE),
    "another size in memory": _at("files", _TYPE, "arrow_bytes", to=_MORE),
    "another checksum": _at("files", _TYPE, "sha256", to="0" * 64),
    "a file less": _without("files", _TYPE),
    "a file that is not there": _at("files", "asdiv_a/type/train.parquet", to=lambda _: {"rows": 1, "applied": 1, "arrow_bytes": 1, "parquet_bytes": 1, "sha256": "0" * 64}),
}  # fmt: skip

#: What says so in a line, since this library cannot build what another version built.
TOLD_CHANGES: Mapping[str, Callable[[Any], object]] = {
    "another version": _at("version", to="0.1.0"),
    "another spaCy": _at("made_with", "spacy", to="1.0"),
    "another num2words": _at("made_with", "num2words", to="1.0"),
    "another pyarrow": _at("made_with", "pyarrow", to="1.0"),
    "another datasets": _at("made_with", "datasets", to="1.0"),
    "a library that is not there": _at("made_with", "sorcery", to="1.0"),
}

# --- texts ----------------------------------------------------------------------------------------


def _in_text(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


#: Changes of the card of the same release.
CARD_CHANGES: Mapping[str, Callable[[str], str]] = {
    "test shows originals": _in_text(f"    - {_TYPE}", f"    - {_ORIGINAL}"),
    "test shows everything": _in_text(f"    - {_TYPE}", "    - asdiv_a/*/test.parquet"),
    "test shows originals too": _in_text(f"    - {_TYPE}", f"    - {_TYPE}\n    - {_ORIGINAL}"),
    "files of somebody else": _in_text(
        f"    - {_TYPE}", "    - hf://datasets/evil/evil/test.parquet"
    ),
    "a config twice": _in_text(
        "dataset_info:", f"- config_name: {_ATTACK}\n  data_files: {_ORIGINAL}\ndataset_info:"
    ),
    "rows filtered": _in_text(
        f"- config_name: {_ATTACK}\n",
        f'- config_name: {_ATTACK}\n  filters: [["status", "=", "unchanged"]]\n',
    ),
    "no default": _in_text("  default: true\n", ""),
    "a config less": _in_text(f"- config_name: {_ATTACK}", "- config_name: asdiv_a-type-other"),
    "another split": _in_text("  - split: test", "  - split: exam"),
    "another description": _in_text("seed 1", "seed 3"),
    "another count": _in_text("num_examples: 16", "num_examples: 15"),
    "another size": _in_text("dataset_size: ", "dataset_size: 1"),
    "another column": _in_text(
        "  splits:\n", "  features:\n  - name: answer\n    dtype: string\n  splits:\n"
    ),
    "another default": lambda text: _in_text("  description:", "  default: true\n  description:")(
        _in_text("  default: true\n", "")(text)
    ),
    "two defaults": _in_text("  description:", "  default: true\n  description:"),
    "another licence": _in_text("license", "licence"),
    "another language": _in_text("- en\n", "- de\n"),
    "no canary": _in_text("numdiag:canary", "numdiag:canari"),
    "another heading": _in_text("\n## ", "\n## Really: "),
    "a line more": lambda text: text + "Perfect in every way.\n",
    "nothing": lambda _: "",
    "no YAML": lambda text: text.split("---", 2)[2],
    "not UTF-8": lambda text: text + "\udcff",
}
