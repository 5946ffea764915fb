"""Whether a text is English, from its function words and letters."""

from __future__ import annotations

from functools import cache

from numdiag_datasets.english.sections import sections
from numdiag_datasets.english.words import WORD


def is_foreign(text: str) -> bool:
    """Return whether a text is in another language than English; False if nothing in it decides.

    It has more function words of another language and words with letters that English lacks than it has English
    function words. Foreign words with a capital are names, which decide nothing, nor do words of both languages.
    """
    english, *others = _function_words()
    own, foreign, strange = 0, [], 0
    for word in WORD.findall(text):
        if word.lower() in english:
            own += 1
        elif not word[0].isupper():
            foreign.append(word)
            strange += len(word) > 1 and not word.isascii()
    if strange > own:
        return True
    return any(strange + sum(map(other.__contains__, foreign)) > own for other in others)


@cache
def _function_words() -> list[frozenset[str]]:
    """Return the function words of each language, first those of English, which no other list has."""
    return [frozenset(" ".join(lines).split()) for lines in sections("function_words.txt").values()]
