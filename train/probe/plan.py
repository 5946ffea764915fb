"""Plan of trainings: the configs to train on, and the test configs without results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.text_pairs import FAMILIES

from ..classification import matching_configs
from ..errors import RunError
from ..results import read_result
from .encoder import depth_of
from .layers import NO_LAYER, Layer, chosen_layers
from .options import ProbeArguments, label


@dataclass(frozen=True, slots=True)
class Training:
    """A training on one config.

    Attributes:
        config: the config of the train and validation splits.
        tests: layer -> configs whose test splits have no results yet.
    """

    config: str
    tests: Mapping[Layer, Sequence[str]]

    def layers(self, config: str) -> list[Layer]:
        """Return the layers at which a config is tested."""
        return [layer for layer, configs in self.tests.items() if config in configs]

    @property
    def configs(self) -> list[str]:
        """All configs on which it is tested."""
        return list(dict.fromkeys(c for configs in self.tests.values() for c in configs))


def plan(run: ProbeArguments, out: Path, seed: int) -> list[Training]:
    """Return the trainings that are needed, each once for all its test configs.

    Raises:
        RunError: a config, a language or a layer does not exist, or a folder has results of another run.
    """
    tested: dict[str, list[str]] = {}
    configs = matching_configs(run, run.config, NAME)
    known = matching_configs(run, [f"{NAME}-*"], NAME) if run.train_language else configs
    for config in configs:
        tested.setdefault(_trained_on(run, config, known), []).append(config)
    is_frozen = run.features != "characters" and not run.finetune
    layers = chosen_layers(run.layer, depth_of(run), run.model) if is_frozen else [NO_LAYER]
    trainings = []
    for trained, theirs in tested.items():
        waiting = {
            layer: [c for c in theirs if not _is_done(layer.folder(out / c), label(run, layer), seed)]
            for layer in layers
        }  # fmt: skip
        tests = {layer: configs for layer, configs in waiting.items() if configs}
        if tests:
            trainings.append(Training(trained, tests))
    return trainings


def _trained_on(run: ProbeArguments, config: str, known: Sequence[str]) -> str:
    """Return the training config of a test config: that of its family, in the requested language."""
    wanted = FAMILIES[NAME].trained_on(config)
    if run.train_language:
        kind = wanted.rpartition("-")[0]
        wanted = f"{kind}-{run.train_language}"
        if wanted not in known:
            languages = [
                name.rpartition("-")[2] for name in known if name.rpartition("-")[0] == kind
            ]
            raise RunError(
                f"--train_language {run.train_language}: {run.dataset} has no {wanted}; choose from {', '.join(languages)}"
            )
    return wanted


def _is_done(folder: Path, system: str, seed: int) -> bool:
    """Return whether a folder has the results.

    Raises:
        RunError: it has results of another system or seed, which must not be mistaken for these.
    """
    path = folder / RESULTS
    if not path.is_file():
        return False
    about = read_result(path).about
    training = about.get("training")
    found = (about.get("system"), training.get("seed") if isinstance(training, dict) else None)
    if found != (system, seed):
        raise RunError(
            f"{path}: is of {found[0]}, seed {found[1]}, not of {system}, seed {seed}; name another --output_dir"
        )
    return True
