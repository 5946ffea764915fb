"""What users do: `load_dataset("numdiag", CONFIG)` beside a release directory, in a clean process."""

import os
import shutil
import subprocess
import sys

import pytest
from pyarrow import parquet

from numdiag_datasets.core.configs import CONFIGS, match_configs
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.building.dataset_builder import NumdiagBuilder
from numdiag_datasets.sources import sample_folder

# A stream is read to its end: one that is left half-way keeps threads of Arrow reading a Python file, and
# they abort the interpreter where it ends first (apache/arrow#45214). Each load would read the card again,
# with all of its configs, in half a second: here it is read once, and each load has a copy.
LOAD_ALL = """
from copy import deepcopy
import datasets.load
from datasets import get_dataset_config_names, load_dataset
names = get_dataset_config_names("numdiag")
card = datasets.load.dataset_module_factory("numdiag")
datasets.load.dataset_module_factory = lambda path, **options: deepcopy(card)
for name in names:
    whole = load_dataset("numdiag", name)
    stream = load_dataset("numdiag", name, split="test", streaming=True)
    assert list(stream) == whole["test"].to_list(), name
    print(name, *(whole[split].num_rows for split in ("train", "validation", "test")))
"""


def run_python(code, folder, home):
    environment = {**os.environ, "HF_HOME": str(home), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_all_configs(release, home):
    manifest = read_manifest(release)
    lines = run_python(LOAD_ALL, release.parent, home).splitlines()
    loaded = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in lines}
    assert list(loaded) == [config.name for config in CONFIGS.values()]
    for name, splits in manifest.configs.items():
        expected = [sum(manifest.files[p].rows for p in paths) for paths in splits.values()]
        assert loaded[name] == expected


@pytest.mark.slow
def test_every_config_of_the_sample_loads_by_name(sample_release, tmp_path):
    """From the parent directory, whole and streaming, with the rows the manifest states."""
    check_all_configs(sample_release, tmp_path)


def test_what_loads_without_a_name(sample_release, tmp_path):
    """A perturbed config; its columns come from the files, and its counts are checked by those of the card."""
    shutil.copytree(sample_release, tmp_path / "numdiag")
    code = (
        "from datasets import get_dataset_config_info, load_dataset\n"
        "rows = load_dataset('numdiag')\n"
        "splits = get_dataset_config_info('numdiag', 'asdiv_a-extra-attack').splits\n"
        "print(sorted(set(rows['test']['status'])), rows['test'].features == rows['train'].features,\n"
        "      {name: split.num_examples for name, split in splits.items()} == rows.num_rows)"
    )
    printed = run_python(code, tmp_path, tmp_path / "home")
    assert printed.strip() == "['applied', 'unchanged'] True True"


def test_a_release_built_anew_is_not_served_from_the_cache(sample, tmp_path):
    """`datasets` caches a local directory by its YAML: the YAML must change with the rows."""
    code = (
        "from datasets import load_dataset\n"
        "print(load_dataset('numdiag', 'asdiv_a-noise-attack', split='test')['question'][:],"
        "load_dataset('numdiag', 'asdiv_a-noise-attack', split='test')['context'][:])"
    )
    seen = set()
    for seed in (1, 2):
        build([sample], tmp_path / "numdiag", match_configs("asdiv_a-noise-attack"), seed=seed)
        seen.add(run_python(code, tmp_path, tmp_path / "home"))
    assert len(seen) == 2


@pytest.mark.parametrize("config", ["asdiv_a", "asdiv_a-extra-attack", "asdiv_a-noise-augment"])
def test_the_builder_makes_the_rows_of_the_release(config, sample_release, tmp_path):
    """The `datasets` builder and the release directory are two ways to the same rows."""
    builder = NumdiagBuilder(config, cache_dir=str(tmp_path))
    builder.download_and_prepare()
    manifest = read_manifest(sample_release)
    for split, paths in manifest.configs[config].items():
        expected = [row for p in paths for row in parquet.read_table(sample_release / p).to_pylist()]
        assert builder.as_dataset(split=split).to_list() == expected


def test_the_builders_cache_depends_on_source_and_seed(tmp_path, sample):
    """Without that, `datasets` would serve the rows of another source."""
    from numdiag_datasets.release.building.dataset_builder import NumdiagBuilder

    other = tmp_path / "other" / "asdiv"
    other.mkdir(parents=True)
    for file in (sample_folder("asdiv_a") / "asdiv").iterdir():
        (other / file.name).write_bytes(file.read_bytes().replace(b"Salma", b"Selma"))
    folders = {
        NumdiagBuilder("asdiv_a-noise-attack", cache_dir=str(tmp_path), **options).cache_dir
        for options in ({}, {"seed": 2}, {"source": str(other.parent)})
    }
    assert len(folders) == 3
