"""The card: what the Hub reads, what people read, and texts of others that stay texts."""

from dataclasses import replace

import pytest
import yaml
from huggingface_hub import DatasetCard

from numdiag_datasets._version import __version__
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.release.building.problems import build
from numdiag_datasets.release.card.examples import fenced
from numdiag_datasets.release.card.licences import card_licence, licence_text
from numdiag_datasets.release.card.parts import CANARY
from numdiag_datasets.release.card.problems import card_text
from numdiag_datasets.release.configs import match_configs
from numdiag_datasets.release.manifest import read_manifest
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.sources import DATA_SETS
from tests.hub_server import client_of, hub_server

NASTY = "---\nlicense: mit\n---\n<script>alert(1)</script> `x` ```` [a](b) {{ x }} | & 5 cats"


@pytest.fixture(scope="session")
def official(sample_release):
    """The sample's manifest as if it came from the official files."""
    manifest = read_manifest(sample_release)
    sources = {name: replace(s, kind="official") for name, s in manifest.sources.items()}
    return replace(manifest, sources=sources)


def front_of(card):
    return yaml.safe_load(card.split("---\n")[1])


def test_the_card_is_valid_for_the_hub(official, sample_release, tmp_path):
    """huggingface_hub reads and checks it, and sends it to the Hub to be checked there."""
    text = card_text(official, sample_release, "you/numdiag")
    card = DatasetCard(text)
    with hub_server() as hub, client_of(hub, tmp_path):
        card.validate(repo_type="dataset")
        assert hub.requests == ["POST /api/validate-yaml"]
    assert card.data.to_dict()["license"] == "other"
    assert [c["config_name"] for c in card.data["configs"] if c.get("default")] == ["asdiv_a"]


def test_the_card_says_what_a_user_must_know(official, sample_release):
    text = card_text(official, sample_release, "you/numdiag")
    assert (
        'load_dataset("you/numdiag", "asdiv_a-language-attack", split="test", revision="v' in text
    )
    for licence in (data_set.licence for data_set in DATA_SETS.values()):
        assert f"[{licence.title}]({licence.url})" in text
    for perturbation in PERTURBATIONS:
        assert f"`asdiv_a-{perturbation}`, " in text
    assert CANARY in text
    assert f"- **v{__version__}**" in text
    assert "pyarrow" in text.split("## How it was made")[1].split("##")[0]
    assert "| `asdiv_a-logic-attack` | 48 | 16 | 16 | 16 | 100.0% |" in text


def test_a_card_of_some_data_sets_is_about_them_alone(official, sample_release):
    manifest = select_datasets(official, ["drop_num", "tatqa_a"])
    text = card_text(manifest, sample_release, "numdiag")
    assert front_of(text)["license_name"] == "by-source"
    assert front_of(text)["configs"][0]["default"] is True
    assert "CC BY-NC" not in text + licence_text(manifest.sources, is_sample=False)
    assert "miao-etal" not in text
    one = select_datasets(official, ["drop_num"])
    assert front_of(card_text(one, sample_release, "numdiag"))["license"] == "cc-by-sa-4.0"


@pytest.mark.parametrize(
    ("datasets", "is_sample", "fields"),
    [
        (["asdiv_a"], False, {"license": "cc-by-nc-4.0"}),
        (["drop_num", "tatqa_a"], False, {"license": "other", "license_name": "by-source", "license_link": "LICENSE"}),
        (["asdiv_a", "drop_num"], True, {"license": "apache-2.0"}),
    ],
)  # fmt: skip
def test_licences(datasets, is_sample, fields):
    assert card_licence(datasets, is_sample) == fields
    text = licence_text(datasets, is_sample)
    assert all((DATA_SETS[name].licence.url in text) != is_sample for name in datasets)


def test_a_text_with_markup_stays_a_text(sample, tmp_path):
    """Neither YAML nor HTML nor Markdown of a source text acts on the card."""
    problems = [replace(p, context=(NASTY,)) for p in sample.splits["test"][:1]]
    notes = ("<b>a</b> | `note`",)
    nasty = replace(sample, splits={**sample.splits, "test": problems}, notes=notes)
    build([nasty], tmp_path / "numdiag", match_configs("asdiv_a-verbosity-attack"))
    text = (tmp_path / "numdiag" / "README.md").read_text()
    assert front_of(text)["license"] == "apache-2.0"
    assert "  - &lt;b&gt;a&lt;/b&gt; \\| \\`note\\`" in text
    (block,) = text.split("`````text\n")[1:]
    shown = block.split("\n`````\n")[0]
    assert "<script>alert(1)</script> `x` ```` [a](b) {{ x }} | &" in shown
    assert text.count("<script>") == 1


@pytest.mark.parametrize(
    ("text", "fence"), [("a", "```"), ("a```b", "````"), ("``````", "```````")]
)
def test_a_fence_is_longer_than_what_it_holds(text, fence):
    assert fenced(text) == f"{fence}text\n{text}\n{fence}"
