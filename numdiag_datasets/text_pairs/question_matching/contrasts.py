"""Table of contrasts. Each compares equivalent and different pairs made by the same kind of edit.

It has only changes whose label is certain by construction; a question gets only the changes that it clearly
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from numdiag_datasets.text_pairs.question_matching.amount_edits import amount_changes
from numdiag_datasets.text_pairs.question_matching.exchanges import exchanged
from numdiag_datasets.text_pairs.question_matching.lexicons import Lexicon, lexicon
from numdiag_datasets.text_pairs.question_matching.own_questions import own_questions
from numdiag_datasets.text_pairs.question_matching.question_edits import Change
from numdiag_datasets.text_pairs.question_matching.splits import group_of, split_of
from numdiag_datasets.text_pairs.question_matching.time_changes import replaced_times
from numdiag_datasets.text_pairs.question_matching.units import unit_changes


@dataclass(frozen=True, slots=True)
class Contrast:
    """Pairs of both labels made by one kind of edit at the same place.

    Attributes:
        name: the last part of its config.
        different, equivalent: the operations of its pairs with these labels.
        summary: a description for the card.
        rule: every change that a rule can make to any question; None if all questions are the lexicon's.
        has_lexicon: whether ``lexicons/NAME.tsv`` has questions of its own.
        in_sample: whether the rule also changes the bundled questions.
        in_question: whether a pair and its counterpart of the other label have one first question.
    """

    name: str
    different: Sequence[str]
    equivalent: Sequence[str]
    summary: str
    rule: Callable[[str], Iterable[Change]] | None = None
    has_lexicon: bool = True
    in_sample: bool = False
    in_question: bool = True

    @property
    def lexicon(self) -> Lexicon:
        """Its own questions; empty if it has no lexicon."""
        if not self.has_lexicon:
            return Lexicon({}, {}, {})
        return lexicon(self.name, self.different[0], self.equivalent[0])

    def questions(self) -> list[str]:
        """Return all of numdiag's own questions that it may change."""
        return [*(own_questions() if self.in_sample else ()), *self.lexicon.changes]

    def changes(self, question: str) -> list[Change]:
        """Return every change that it can make to a question."""
        if question in self.lexicon.changes:
            return self.lexicon.changes[question]
        return list(self.rule(question)) if self.rule else []

    def group_of(self, question: str) -> str:
        """Return what a question's edits are about: a word, an amount, a time or things."""
        return self.lexicon.groups.get(question) or group_of(question)

    def split_of(self, question: str) -> str:
        """Return the split of a question: that of its group."""
        return self.lexicon.splits.get(question) or split_of(group_of(question))


_CONTRASTS = (
    Contrast("numeral", ["replace_numeral"], ["numeral_form"],
             "the only amount of a question in another writing: 两天半 / 2.5天, or 3.5天", amount_changes, False, True),
    Contrast("measure_word", ["replace_quantifier"], ["unit_form"],
             "the only amount in another unit (2公斤 / 4斤, or 3斤), or a measure word by another (一栋楼 / 一幢楼, or 一层楼)",
             unit_changes, True, True),
    Contrast("time_insertion", ["temporal_insert"], ["implied_time"],
             "a time word put in that the question implies anyway (中午午休), or that narrows it (夏天午休)"),
    Contrast("time_replacement", ["temporal_replace"], ["time_form"],
             "the only time word by another of its names, or by another time: 明天 / 明日, or 后天", replaced_times, False, True),
    Contrast("exchange", ["asymmetry_swap"], ["symmetry_swap"],
             "two things exchanged: those that a question treats alike, or one of them and a third", exchanged,
             in_question=False),
    Contrast("comparison", ["reversed_asymmetry", "antonym_adjective"], ["negative_asymmetry"],
             "A不如B贵: the things exchanged, 比 for 不如, the opposite word; an even number of these, or an odd one"),
    Contrast("voice", ["voice_passive"], ["voice_passive"],
             "A把B… or B被A…: the things exchanged, the other voice; both or neither, or one"),
    Contrast("negation", ["negate_verb", "negate_adjective"], ["empty_negation"],
             "没 or 不 put in where it adds nothing (差点没摔倒, 好不热闹), or where it negates (差点没赶上, 好不公平)",
             in_question=False),
    Contrast("negated_antonym", ["negated_synonym"], ["negate_antonym"],
             "a word by the negation of its opposite (免费 / 不收费), or of something else (不打折)"),
    Contrast("modifier", ["insert_noun", "insert_verb", "insert_adjective"], ["implied_word"],
             "a word put in that is implied anyway (高铁 / 高铁列车), or that asks for something else (高铁车站)"),
    Contrast("noun", ["replace_noun"], ["synonym_noun"], "a noun by a synonym, or by another thing of its kind"),
    Contrast("verb", ["replace_verb"], ["synonym_verb"], "a verb by a synonym, or by another"),
    Contrast("adjective", ["replace_adjective"], ["synonym_adjective"], "an adjective by a synonym, or by another"),
    Contrast("adverb", ["replace_adverb"], ["synonym_adverb"], "an adverb by a synonym, or by another"),
    Contrast("location", ["replace_location"], ["location_name"], "a place by another of its names, or by another place's"),
    Contrast("organization", ["replace_organization"], ["organization_name"],
             "an organization by its abbreviation, or by another's"),
    Contrast("person", ["replace_person"], ["person_name"], "a person by another of their names, or by another's"),
    Contrast("product", ["replace_product"], ["product_name"], "a product by another of its names, or by another model"),
    Contrast("misspelling", ["replaced_character"], ["misspelling"],
             "one character by a like-sounding or like-looking one: a slip that all see through, or another word"),
    Contrast("insertion", ["inserted_content"], ["discourse_simple"],
             "a particle or polite phrase put in, or a phrase that narrows the question"),
)  # fmt: skip
CONTRASTS: dict[str, Contrast] = {contrast.name: contrast for contrast in _CONTRASTS}
#: Contrasts that can also change questions from elsewhere.
OF_ANY_QUESTION = tuple(name for name, contrast in CONTRASTS.items() if contrast.rule)
