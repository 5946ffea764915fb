"""A data set is one folder: its facts are complete, and nothing else branches on its name."""

import pytest

from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.sources import SOURCES, load_source, sample_folder


@pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)
def test_its_facts_are_complete(data_set):
    assert data_set.title
    assert scorer_of(data_set.name).metrics
    source = SOURCES[data_set.name]
    assert source.licence.url.startswith("https://")
    assert source.citation.startswith("@")
    for file in source.official:
        assert (sample_folder(data_set.name) / file.name).is_file()
        assert len(file.sha256) in (0, 64)


@pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)
def test_each_form_perturbs_its_texts_or_gives_a_reason(data_set):
    """A form without a function for the kind of text is not applicable, with a reason."""
    assert data_set.not_applicable.keys() <= FORMS.keys()
    for name, form in FORMS.items():
        listed = {name, name.removesuffix(SECOND)} & data_set.not_applicable.keys()
        assert listed or data_set.kind in form.perturb, name


@pytest.mark.parametrize("name", DATA_SETS)
def test_its_sample_has_problems_in_every_split(name):
    source = load_source(name)
    assert list(source.splits) == list(SPLITS)
    assert all(source.splits.values())
    assert {problem.dataset for split in source.splits.values() for problem in split} == {name}
