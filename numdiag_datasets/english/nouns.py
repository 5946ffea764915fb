"""A lexicon of counted things: the classes of a noun such as "lemons".

numdiag inserts an irrelevant sentence ("Marta picked 46 lemons.") into a word problem. The answer
stays the same only if that sentence counts another class of things than the problem counts or asks
for ("How many fruits ...?"). This module names the classes of a noun.

A noun with several readings is in every class it may mean ("fish": animal, food). The nouns are in
``nouns.txt``, a section per class. A noun that is missing has no classes: that means "unknown", not
"unlike all others". Nouns that may mean anything ("item", "piece") are in the class ``general``.

Classes:
    general     names no class in particular, so anything may count as one
    person      people, their roles, families, groups and body parts
    animal      animals, their young, groups and body parts
    plant       plants and their parts, fruit and vegetables included
    food        anything eaten, and portions of it ("dog" too, for "hot dog")
    drink       anything drunk, and its vessel as a measure ("a glass")
    clothing    clothes, shoes, jewellery, things worn or carried on the body
    reading     printed or written matter: books, pages, stories, letters, stamps
    stationery  writing, school and art supplies, and things made with them
    toy         toys, games, sports gear, musical instruments, collectibles
    media       songs, films, photos, apps, files, messages, and their stores and players
    vehicle     means of transport, real or toy, and their wheels
    furniture   furniture and fixed fittings of a room
    household   tools, dishes, devices, cleaning and building material
    building    buildings, rooms, storeys and places of any size
    container   things that hold, bundle, group or order other things
    money       currencies, coins, prices, payments
    time        units, dates and seasons
    length      units of length and the lengths themselves
    area        units of area and pieces of land
    weight      units of weight
    volume      units of volume, kitchen measures included
    score       points, goals, wins, grades, medals
    ticket      tickets, and the rides, trips, visits and events they are for
    nature      rocks, shells, water, sky, landscape
    task        problems, chores, lessons, jobs, exercises and their repetitions
"""

from __future__ import annotations

from functools import cache, lru_cache

from numdiag_datasets.english.sections import sections

GENERAL = "general"

_NONE: frozenset[str] = frozenset()

# Plurals without a regular ending, also at the end of a compound ("grandchildren").
_IRREGULAR: dict[str, str] = dict(
    pair.split("=")
    for pair in """
    aircraft=aircraft axes=axe bacteria=bacterium cacti=cactus calves=calf children=child
    crises=crisis deer=deer dice=die dwarves=dwarf elves=elf feet=foot fish=fish fishes=fish
    fungi=fungus gasses=gas geese=goose halves=half hippopotami=hippopotamus hooves=hoof
    knives=knife leaves=leaf lice=louse lives=life loaves=loaf media=medium men=man mice=mouse
    moose=moose octopi=octopus oxen=ox pence=penny people=person radii=radius salmon=salmon
    selves=self series=series sheep=sheep shelves=shelf species=species teeth=tooth thieves=thief
    wolves=wolf women=woman
    """.split()
)
_PLURAL_ENDINGS = ("s", *_IRREGULAR)
_LONGEST_IRREGULAR = max(map(len, _IRREGULAR))


def classes_of(noun: str) -> frozenset[str]:
    """Return the classes of a noun, singular or plural, in any case; empty if it is unknown."""
    return _lexicon().get(singular(noun), _NONE)


@lru_cache(maxsize=16384)
def singular(noun: str) -> str:
    """Return the lower-case singular of a noun.

    A form in the lexicon is preferred; otherwise it is the likeliest by the spelling.
    """
    word = noun.strip().lower()
    lexicon = _lexicon()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in lexicon:
        return word
    regular = _regular(word)
    for candidate in _irregular(word) + regular:
        if candidate in lexicon:
            return candidate
    return regular[0] if regular else word


def has_plural_form(noun: str) -> bool:
    """Return whether a noun may be a plural: "pens", "geese", "fish"."""
    word = noun.lower()
    return word.endswith(_PLURAL_ENDINGS)


@cache
def _lexicon() -> dict[str, frozenset[str]]:
    """Return noun -> its classes, read from ``nouns.txt`` when the first noun is looked up."""
    found: dict[str, list[str]] = {}
    for name, lines in sections("nouns.txt").items():
        for word in " ".join(lines).split():
            found.setdefault(word, []).append(name)
    return {noun: frozenset(names) for noun, names in found.items()}


def _regular(word: str) -> list[str]:
    """Return the possible singulars of a regular plural, likeliest first; none without a plural ending."""
    if len(word) < 3 or not word.endswith("s") or word.endswith("ss"):
        return []
    if word.endswith("ies"):
        return [word[:-3] + "y", word[:-1], word[:-2]]
    if word.endswith("ves"):
        return [word[:-1], word[:-3] + "f", word[:-3] + "fe"]
    if word.endswith("zzes"):
        return [word[:-2], word[:-3]]
    if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return [word[:-2], word[:-1]]
    if word.endswith("es"):
        return [word[:-1], word[:-2]]
    if word.endswith(("us", "is")):
        return [word, word[:-1]]
    return [word[:-1]]


def _irregular(word: str) -> list[str]:
    """Return the possible singulars of an irregular plural, alone or at the end of a compound."""
    starts = range(max(0, len(word) - _LONGEST_IRREGULAR), len(word))
    return [word[:i] + _IRREGULAR[word[i:]] for i in starts if word[i:] in _IRREGULAR]
