"""Texts in other languages are refused, and no English ones."""

from __future__ import annotations

import pytest

from numdiag_datasets import perturb
from numdiag_datasets.core.configs import PERTURBATION_NAMES
from numdiag_datasets.english.languages import is_foreign
from numdiag_datasets.english.sections import sections
from numdiag_datasets.english.word_lists import word_list

FOREIGN = [
    ("Spanish", "Ana tiene 16 patos y 9 gallinas. ¿Cuántos animales tiene?"),
    ("Spanish, a question alone", "¿Cuántos lápices hay en 4 cajas de 6?"),
    ("German", "Anna hat 16 Enten und 9 Hühner. Wie viele Tiere hat sie?"),
    ("German, one sentence", "Ein Zug fährt 120 km in 2 Stunden."),
    ("French", "Anne a 16 canards et 9 poules. Combien d'animaux a-t-elle ?"),
    ("French, without an accent", "Paul a 3 pommes et 5 poires dans son sac."),
    ("Portuguese", "Ana tem 16 patos e 9 galinhas. Quantos animais ela tem?"),
    ("Italian", "Anna ha 16 anatre e 9 galline. Quanti animali ha?"),
    ("Dutch", "Anna heeft 16 eenden en 9 kippen. Hoeveel dieren heeft ze?"),
    ("Danish", "Anna har 16 ænder og 9 høns. Hvor mange dyr har hun?"),
    ("Swedish", "Anna har 16 ankor och 9 kor. Hur djur har hon?"),
    ("Polish", "Anna ma 16 kaczek i 9 kur. Ile ma zwierząt?"),
    ("Russian", "У Анны 16 уток и 9 кур. Сколько у неё животных?"),
    ("Chinese", "一（一）班有30人，二班有25人。一共多少人？"),
    ("Japanese", "りんごが3個あります。"),
    ("Turkish", "Ali'nin 16 ördeği ve 9 tavuğu var. Toplam kaç hayvanı var?"),
    ("Indonesian", "Ani memiliki 16 bebek dan 9 ayam. Berapa banyak hewan?"),
    ("a name in Latin letters", "小明和 Tom 有3个苹果。"),
]
ENGLISH = [
    ("nothing that decides", "12 + 5"),
    ("names and numbers", "Ann 5, Bob 7"),
    ("names with foreign articles", "El Paso 3, Los Angeles 5, Juan de la Cruz 7. Van der Berg lost?"),
    ("names with foreign letters", "José 5, Zoë 7, François 9. Total?"),
    ("variables", "x=5, y=7, e = 3, o = 2"),
    ("Greek variables", "α = 5, β = 7. Find α + β."),
    ("foreign words in an English text", "She ordered 2 crêpes, 3 jalapeños and 4 cafés. How many is that?"),
    ("a foreign sentence in an English text", 'The sign said "¿Cuántos años tiene?" How many of the 5 words are in the sign?'),
    ("a heading", "Net income per share"),
    ("no text", ""),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text"), FOREIGN)
def test_foreign_texts_are_refused(language, text):
    row = {"question": text, "equation": "16 + 9", "answer": 25}
    for name in PERTURBATION_NAMES:
        made = perturb(name, donors=[{"question": "Lena fed 4 goats. How many?"}]).row(row)
        assert (made["status"], made["reason"]) == ("unchanged", "not_english")


@pytest.mark.parametrize(("trap", "text"), ENGLISH)
def test_english_texts_are_not_refused(trap, text):
    assert not is_foreign(text)


def test_no_language_has_an_english_function_word():
    english, *others = (set(" ".join(lines).split()) for lines in sections("function_words.txt").values())
    assert not set().union(*others) & (english | word_list("stop words") | word_list("prepositions"))
