"""Words that tie a sentence to the text before it, by the kind of the tie.

The kinds are those of Halliday and Hasan, *Cohesion in English* (1976): reference, ellipsis and
conjunction (lexical ties are found by content words, in `cohesion`). The kinds that count depend on
the text: "we" lacks its antecedent in a word problem, but is the company in annual accounts. So each
user names the kinds that refer back in its texts. A word may be of two kinds.
"""

from __future__ import annotations

from collections.abc import Iterable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# --- reference: the tie names an earlier thing again ----------------------------------------------

# Personal.
HE_SHE = _words("he she")
HIM_HER = _words("him her his hers")
HIMSELF_HERSELF = _words("himself herself")
IT = _words("it its")
THEY = _words("they them their theirs")
ITSELF_THEMSELVES = _words("itself themselves")
FIRST_PERSON_PLURAL = _words("we us our")
SPEAKER_AND_HEARER = _words("i me my you your")

# Demonstrative: near and far; in the text itself ("the following", "said notes").
DEMONSTRATIVES = _words("this that these those")
PLACE_ADVERBS = _words("here there")
ANAPHORIC_ADJECTIVES = _words("previous former latter following")
TEXT_DEIXIS = _words(
    "above below preceding prior foregoing aforementioned said herein hereinafter follows followed "
    "subsequent"
)

# Comparative: of identity and likeness, and of quantity.
SAME_OR_OTHER = _words("same such other others another")
FURTHER_ONES = _words("else extra additional")
COMPARATIVES = _words("more fewer less")
SUPERLATIVES = _words("most least")
EQUALS = _words("equal equally")
MULTIPLES = _words("half twice double triple times")

# --- ellipsis: the noun is in the sentence before -------------------------------------------------

QUANTIFIERS = _words("one some all each both most half another")
PAIRS = _words("both either neither")
DISTRIBUTIVES = _words("each every per")
REMAINDERS = _words("rest left remaining")
SUMS = _words("together altogether combined")
ORDINALS_TO_THIRD = _words("first second third")

# --- conjunction: the tie is between two statements -----------------------------------------------

# Additive, of speech and of writing.
ALSO = _words("also too again")
ADDITIVE = _words("additionally further furthermore moreover similarly likewise") | {"in addition"}

# Adversative.
ADVERSATIVE = _words("however instead")

# Causal: a conclusion from the text before, and a result of it.
INFERENCE = _words("therefore thus hence")
RESULT = _words("consequently accordingly") | {"as a result"}

# Temporal: along the time of a story, at its present, and in the writing of history.
SEQUENCE = _words("then next later")
BEFORE_AFTER = _words("before after")
STATE_OF_TIME = _words("now still already")
TEMPORAL = _words(
    "initially previously earlier soon meanwhile subsequently afterwards eventually finally lastly"
)

# Words that make a sentence a clause.
SUBORDINATORS = _words("if when while until since because than")
RELATIVE_PRONOUNS = _words("who whom which")

# --- words that refer back in any plain narrative -------------------------------------------------

EVERYDAY_TIES = (
    IT
    | THEY
    | DEMONSTRATIVES
    | SAME_OR_OTHER
    | FURTHER_ONES
    | SUPERLATIVES
    | REMAINDERS
    | SUMS
    | ALSO
    | ADVERSATIVE
    | SEQUENCE
    | BEFORE_AFTER
    | STATE_OF_TIME
)

# --- definite nouns whose antecedent is a name ----------------------------------------------------

#: "the city", "the siege": which? One that the text before has named.
PLACES_AND_EVENTS = _words(
    "city town village county township borough region island state country population battle siege "
    "war revolt"
)


def alternatives(words: Iterable[str]) -> str:
    """Return the words as alternatives of a regular expression."""
    return "|".join(sorted(words))
