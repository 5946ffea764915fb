"""Checks of the texts of a release: the card as `load_dataset` reads it, and each text against a new copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import default_config
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import CARD, LICENCE, Manifest, Violation
from numdiag_datasets.release.release_types import ReleaseType
from numdiag_datasets.release.verify.comparing import short

#: The name by which users load an unpublished release of problems; text pairs use their family.
LOCAL_NAME: Final = "numdiag"
_NAME = re.compile(r'load_dataset\("([\w.-]+(?:/[\w.-]+)?)"', re.ASCII)
#: Keys of a config that change no row; others, such as ``filters``, are arguments of the Parquet reader.
_KEYS: Final = {"config_name", "version", "description", "data_files", "default"}


def card_name(directory: Path) -> str:
    """Return the name in the card by which users load a release: ``numdiag``, or its repository on the Hub."""
    found = _NAME.search((directory / CARD).read_text(encoding="utf-8", errors="replace"))
    return found[1] if found else LOCAL_NAME


def check_texts(
    directory: Path, manifest: Manifest, release_type: ReleaseType
) -> Iterator[Violation]:
    """Yield every difference of the card, the licence and the other texts from those the manifest determines.

    Texts are compared only if this version of numdiag wrote them; otherwise only the card's YAML is checked.
    """
    from jinja2 import TemplateError

    # Texts that no build wrote may have any form, so reading them may fail anywhere.
    damage = (
        NumdiagError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, TemplateError,
    )  # fmt: skip
    try:
        yield from _check_front(directory, manifest, release_type)
        if manifest.version == __version__:
            yield from _check_lines(directory, manifest, release_type)
    except damage as error:
        yield Violation(CARD, f"cannot be read, or not be written again: {error}")


def _check_front(
    directory: Path, manifest: Manifest, release_type: ReleaseType
) -> Iterator[Violation]:
    """Check the YAML that `load_dataset` reads: the files of each config, and only the columns of the files."""
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCard

    data = DatasetCard.load(directory / CARD).data
    entries: list[dict[str, Any]] = data.to_dict().get("configs", [])
    if [entry["config_name"] for entry in entries] != list(manifest.configs):
        yield Violation(CARD, "its YAML has other configs than the manifest")
        return
    names = {default_config(manifest.configs)}
    if manifest.version != __version__:  # the default was the first config until 0.2.0
        names.add(next(iter(manifest.configs)))
    defaults = [entry["config_name"] for entry in entries if entry.get("default")]
    if len(defaults) != 1 or defaults[0] not in names:
        yield Violation(CARD, f"the default of its YAML is not {' or '.join(sorted(names))}")
    for entry in entries:
        name = entry["config_name"]
        shown = [(files["split"], tuple(files["path"])) for files in entry["data_files"]]
        if shown != [(split, paths) for split, paths in manifest.configs[name].items() if paths]:
            yield Violation(f"{CARD} {name}", "its YAML shows other files than the manifest")
        if strange := sorted(set(entry) - _KEYS):
            yield Violation(f"{CARD} {name}", f"its YAML tells the reader {', '.join(strange)}")
    infos = DatasetInfosDict.from_dataset_card_data(data)
    for name in manifest.configs:
        told = infos[name].features if name in infos else None  # the YAML had columns until 0.2.0
        if told is not None and told != release_type.features(name):
            yield Violation(f"{CARD} {name}", "its YAML has other columns or labels")


def _check_lines(
    directory: Path, manifest: Manifest, release_type: ReleaseType
) -> Iterator[Violation]:
    """Yield the first line of each text that differs."""
    for name, again in release_type.text_files(manifest, directory, card_name(directory)).items():
        if name == LICENCE and release_type.has_foreign_licence(manifest):
            continue  # publishers are asked to name the licence of their questions in it
        if not (directory / name).is_file():
            yield Violation(name, "is missing")
            continue
        text = (directory / name).read_bytes().decode(errors="replace")
        for number, (line, other) in enumerate(zip_longest(text.split("\n"), again.split("\n")), 1):
            if line != other:
                what = f"is {short(line)}, but written again {short(other)}"
                yield Violation(f"{name} line {number}", what)
                break
