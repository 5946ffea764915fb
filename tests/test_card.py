"""The card: what the Hub reads, what people read, and texts of others that stay texts."""

import json
import re
from dataclasses import replace
from importlib import resources
from typing import get_args, get_origin, get_type_hints

import pytest
import yaml
from datasets.utils.metadata import known_task_ids
from huggingface_hub import DatasetCard, DatasetCardData
from packaging.licenses import canonicalize_license_expression

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import CARD, read_manifest, read_rows
from numdiag_datasets.core.versions import base_version
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.card.card import card_texts
from numdiag_datasets.release.card.common import CANARY
from numdiag_datasets.release.card.licences import card_licence, licence_text
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.sources import SOURCES
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from tests.hub_server import client_of, hub_server

NASTY = "---\nlicense: mit\n---\n<script>alert(1)</script> `x` ```` [a](b) {{ x }} | & 5 cats \x1b[2J\u202e"


@pytest.fixture(scope="session")
def official(sample_release):
    """The sample's manifest as if it came from the official files."""
    manifest = read_manifest(sample_release)
    sources = {name: replace(s, kind="official") for name, s in manifest.sources.items()}
    return replace(manifest, sources=sources)


def card_text(manifest, directory, repo):
    return card_texts(manifest, directory, repo)[CARD]


def front_of(card):
    return yaml.safe_load(card.split("---\n")[1])


def test_the_card_is_valid_for_the_hub(official, sample_release, tmp_path):
    """huggingface_hub reads and checks it, and sends it to the Hub to be checked there."""
    text = card_text(official, sample_release, "you/numdiag")
    card = DatasetCard(text)
    with hub_server() as hub, client_of(hub, tmp_path):
        card.validate(repo_type="dataset")
        assert hub.requests == ["POST /api/validate-yaml"]
    assert card.data.to_dict()["license"] == ["cc-by-nc-4.0", "cc-by-sa-4.0", "cc-by-4.0", "mit"]
    shown = [c["config_name"] for c in card.data["configs"] if c.get("default")]
    assert shown == ["asdiv_a-extra-attack"]


#: Of the Hub's tasks (huggingface.js, `packages/tasks/src/pipelines.ts`) those that cards may name: task -> subtasks.
SUBTASKS = {
    "question-answering": {"closed-domain-qa"},
    "table-question-answering": set(),
    "text-classification": {
        "acceptability-classification",
        "multi-input-text-classification",
        "semantic-similarity-classification",
    },
}
#: The fields of every card, in the order of the Hub's template.
FIELDS = [
    "annotations_creators", "language_creators", "language", "license", "multilinguality", "size_categories",
    "source_datasets", "task_categories", "task_ids", "pretty_name",
]  # fmt: skip


def words_of(name):
    """A word list of the Hub, as `datasets` brings it along."""
    return json.loads((resources.files("datasets.utils.resources") / f"{name}.json").read_text())


def check_metadata(text):
    """The YAML has the types that `DatasetCardData` declares, and words that the Hub knows; nothing asks the Hub."""
    front = front_of(text)
    assert [name for name in front if name in FIELDS] == FIELDS
    declared = get_type_hints(DatasetCardData.__init__)
    for name in FIELDS:
        origins = {get_origin(kind) or kind for kind in get_args(declared[name])}
        assert type(front[name]) in origins, name
    # What the client makes of it is what was written: nothing is renamed, dropped or read as something else.
    data = {name: value for name, value in front.items() if name not in ("configs", "dataset_info")}
    assert DatasetCardData(**data).to_dict() == data
    known = words_of("creators")
    assert set(front["language_creators"]) <= set(known["language"])
    assert set(front["annotations_creators"]) <= set(known["annotations"])
    assert set(front["multilinguality"]) <= set(words_of("multilingualities"))
    assert set(front["size_categories"]) <= set(words_of("size_categories"))
    assert set(front["language"]) <= set(words_of("languages"))
    assert set(front["task_categories"]) <= SUBTASKS.keys() & set(known_task_ids)
    assert set(front["task_ids"]) <= set().union(*(SUBTASKS[task] for task in front["task_categories"]))
    codes = front["license"] if isinstance(front["license"], list) else [front["license"]]
    for code in codes:  # the Hub spells them as SPDX does, in small letters
        assert code == "other" or canonicalize_license_expression(code).lower() == code
    assert (codes == ["other"]) == ("license_name" in front) == ("license_link" in front)
    assert all(re.fullmatch(r"original|extended\|[a-z0-9_-]+", s) for s in front["source_datasets"])
    assert all("features" not in info for info in front["dataset_info"])
    return front


def test_the_metadata_of_problems(official, sample_release):
    front = check_metadata(card_text(official, sample_release, "you/numdiag"))
    origins = [f"extended|{source.origin.name}" for source in SOURCES.values()]
    assert front["source_datasets"] == origins
    assert "machine-generated" in front["annotations_creators"]
    sample = check_metadata((sample_release / "README.md").read_text())
    assert sample["source_datasets"] == ["original"]
    one = check_metadata(card_text(select_datasets(official, ["drop_num"]), sample_release, "x"))
    assert one["tags"] == ["numerical-reasoning", "robustness"]
    assert one["task_categories"] == ["question-answering"]


def test_the_metadata_of_originals_alone(sample, tmp_path):
    """No machine wrote anything of them."""
    build([sample], tmp_path / "numdiag", match_configs("asdiv_a"))
    front = check_metadata((tmp_path / "numdiag" / "README.md").read_text())
    assert front["language_creators"] == front["annotations_creators"] == ["expert-generated"]
    assert front["configs"][0]["default"] is True


def test_the_metadata_of_text_pairs(tmp_path, build_once):
    languages = [LANGUAGES[code] for code in ("en", "fr")]
    values = ProbeOptions(MAX_VALUE, 1, {"train": 20, "validation": 10, "test": 10})
    build_number_words(tmp_path / "number_words", languages, values)
    words = check_metadata((tmp_path / "number_words" / "README.md").read_text())
    assert (words["language"], words["multilinguality"]) == (["en", "fr"], ["multilingual"])
    assert words["source_datasets"] == ["original"]
    assert [each["config_name"] for each in words["configs"] if each.get("default")] == [
        "number_words-grammaticality-bare-en"
    ]
    pairs = build_once("question_matching", build_question_matching)
    own = check_metadata((pairs / "README.md").read_text())
    assert (own["multilinguality"], own["license"]) == (["monolingual"], "apache-2.0")
    questions = tmp_path / "questions.txt"
    questions.write_text("三个月的猫能洗澡吗\n我有3个苹果够吗\n", encoding="utf-8")
    build_question_matching(tmp_path / "others", questions)
    others = check_metadata((tmp_path / "others" / "README.md").read_text())
    assert others["language_creators"] == ["found", "machine-generated"]
    assert (others["license"], others["source_datasets"]) == ("other", ["extended|other"])


def test_the_card_says_what_a_user_must_know(official, sample_release):
    text = card_text(official, sample_release, "you/numdiag")
    assert 'load_dataset("you/numdiag", "asdiv_a-extra-attack", split="test", revision="v' in text
    for licence in (source.licence for source in SOURCES.values()):
        assert f"[{licence.title}]({licence.url})" in text
    for perturbation in PERTURBATIONS:
        assert f"; `asdiv_a-{perturbation}`\n" in text
    assert CANARY in text
    assert f"- **v{base_version(__version__)}**" in text


def test_results_stand_on_the_card_of_the_real_data_alone(official, sample_release):
    """Figures measured on the published data say nothing of the sample, of another seed or of other data sets."""
    shown = {
        "official": official,
        "sample": read_manifest(sample_release),
        "another seed": replace(official, seed=2),
        "another data set": select_datasets(official, ["drop_num"]),
    }
    has = {name: "## Results" in card_text(m, sample_release, "numdiag") for name, m in shown.items()}
    assert has == {"official": True, "sample": False, "another seed": False, "another data set": False}


def test_a_card_of_some_data_sets_is_about_them_alone(official, sample_release):
    manifest = select_datasets(official, ["drop_num", "tatqa_a"])
    text = card_text(manifest, sample_release, "numdiag")
    assert front_of(text)["license"] == ["cc-by-sa-4.0", "cc-by-4.0"]
    shown = [c["config_name"] for c in front_of(text)["configs"] if c.get("default")]
    assert shown == ["drop_num-language-attack"]
    assert "CC BY-NC" not in text + licence_text(manifest.sources, is_sample=False)
    assert "miao-etal" not in text
    one = select_datasets(official, ["drop_num"])
    assert front_of(card_text(one, sample_release, "numdiag"))["license"] == "cc-by-sa-4.0"


@pytest.mark.parametrize(("datasets", "is_sample", "fields"), [
    (["asdiv_a"], False, {"license": "cc-by-nc-4.0"}),
    (["drop_num", "tatqa_a"], False, {"license": ["cc-by-sa-4.0", "cc-by-4.0"]}),
    (["gsm8k", "svamp"], False, {"license": "mit"}),
    (["asdiv_a", "drop_num"], True, {"license": "apache-2.0"}),
])  # fmt: skip
def test_licences(datasets, is_sample, fields):
    assert card_licence(datasets, is_sample) == fields
    text = licence_text(datasets, is_sample)
    assert all((SOURCES[name].licence.url in text) != is_sample for name in datasets)


def test_a_text_with_markup_stays_a_text(sample, tmp_path):
    """Neither YAML nor HTML nor Markdown of a source text acts on the card."""
    problems = [replace(p, context=(NASTY,), equation="5 * 2", answers=("10",)) for p in sample.splits["test"][:1]]
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
    assert "\\x1b[2J\\u202e" in shown
    assert not set(text) & {"\x1b", "\u202e"}


def test_the_benchmark_file_names_originals_and_attacks_whose_answer_is_a_number(sample_release):
    """The Hub's fields (hub-docs#2226): a name, a description, a framework, and tasks that a release has."""
    content = yaml.safe_load((sample_release / "eval.yaml").read_text())
    assert list(content) == ["name", "description", "evaluation_framework", "tasks"]
    named = [task["id"] for task in content["tasks"]]
    configs = read_manifest(sample_release).configs
    assert set(named) <= set(configs)
    assert {name for name in configs if name.endswith("-attack")} - set(named) == {
        name for name in configs if name.startswith("tatqa_a") and name.endswith("-attack")
    }
    assert "asdiv_a" in named
    assert "asdiv_a-extra-defense" not in named
    for task in content["tasks"]:
        rows = read_rows(sample_release, configs[task["config"]][task["split"]])
        columns = {"question", "answers", "context"}
        assert all(columns <= row.keys() and len(row["answers"]) == 1 for row in rows)
