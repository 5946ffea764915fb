"""The unit that a question asks for: its own words after "how many", or dollars."""

from __future__ import annotations

import re

from numdiag_datasets.english.word_lists import word_list

# Words between "how many" and the noun that do not name the counted things.
_DEGREE = (
    r"(?:(?:more|fewer|less|additional|total|other|extra|of the|of his|of her|of their|of)\s+)*+"
)
# Words that end the phrase: a verb, a pronoun, or a preposition other than "of".
_END = (
    r"(?:is|are|was|were|will|would|do|does|did|can|could|has|have|had|should|must|might|may|need|needs"
    r"|in|on|at|to|for|from|with|by|per|than|that|which|who|if|when|after|before|between|and|or|left|altogether"
    r"|he|she|it|they|we|you|i|there|each|every|total|remain|remained|remaining|ha|went|go|came|come|stayed"
    r"|got|get|took|take|made|make|bought|buy|sold|sell|gave|give|ate|eat|more|fewer|less)"
)
_THINGS = rf"\s+{_DEGREE}(?P<unit>(?!{_END}\b)[a-z][\w'-]*(?:\s+(?!{_END}\b)[a-z][\w'-]*){{0,4}})"
_HOW_MANY = re.compile(rf"\bhow\s+many{_THINGS}", re.IGNORECASE)
_NUMBER_OF = re.compile(rf"\b(?:the\s+)?(?:total\s+)?number\s+of{_THINGS}", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\bhow\s+much\b", re.IGNORECASE)
_MEASURED = re.compile(
    r"\bhow\s+(?:long|far|old|tall|much|big|heavy|fast|deep|wide)\b[^?]{0,200}?"
    r"\bin\s+(?P<unit>(?:square\s+|cubic\s+)?(?:dollars|cents|hours|minutes|seconds|days|weeks|months|years|miles|feet"
    r"|inches|yards|meters|kilometers|centimeters|pounds|ounces|grams|kilograms|gallons|liters|percent|percentage))\b",
    re.IGNORECASE,
)
_MONEY_ASKED = re.compile(
    r"\bhow\s+much\b[^?]{0,200}?\b(?:money|costs?|pays?|paid|spends?|spent|earns?|earned|owes?|owed|charges?|charged|profits?|change"
    r"|makes?|made|saves?|saved|income|revenue|price|worth|wages?|salary|bill|budget|rent|fees?|afford|raised?|dollars)\b"
    r"|\bwhat\b[^?]{0,200}?\b(?:price|costs?|profit|revenue|salary|income|bill|wages?|earnings|change)\b",
    re.IGNORECASE,
)
_MONEY_TOLD = re.compile(r"\$|\bdollars?\b", re.IGNORECASE)


def asked_unit(context: str, question: str) -> str:
    """Return the unit of the answer, in the question's words, "" if it names none.

    Input -> output: "How many more red pens did Ann buy?" -> "red pens"; "How much did she pay?" ->
    "dollars", if the text mentions dollars; "How much taller is he?" -> "".
    """
    many, much = _HOW_MANY.search(question), _HOW_MUCH.search(question)
    # "If the number of boys is 60, how many girls are there?"
    found = many or (None if much else _NUMBER_OF.search(question)) or _MEASURED.search(question)
    if found and not (many and much and much.start() < many.start()):
        return _until_plural(found["unit"].lower().split())
    is_money = _MONEY_ASKED.search(question) and _MONEY_TOLD.search(f"{context} {question}")
    return "dollars" if is_money else ""


_PLURALS = word_list("plurals")


def _until_plural(words: list[str]) -> str:
    """Return the words up to the first plural, and its "of": "years separate the" -> "years"; "" for none."""
    for i, word in enumerate(words):
        if word in _PLURALS or (word.endswith("s") and not word.endswith(("'s", "ss", "us"))):
            end = i + 1
            if words[end : end + 1] == ["of"]:
                end += 3 if words[end + 1 : end + 2] in (["the"], ["his"], ["her"]) else 2
            return " ".join(words[:end])
    return ""
