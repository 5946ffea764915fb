"""Questions for the result of a step of a worked solution, if the step's own sentence names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.rationale_layout import ANNOTATION
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.known_facts import facts_of
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.verbs import VERB_FORMS
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import content_words, words_of
from numdiag_datasets.perturbations.logic.owned_amounts import HAPPENS
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.rationale import rationale_until
from numdiag_datasets.texts.solution.steps import Solution
from numdiag_datasets.texts.split import Split

#: The name of the rule.
STEP = "result_of_step"

_FORMS: dict[str, tuple[str, str]] = {}
for _base, *_written in VERB_FORMS:
    for _form, _aux in zip((*_written, _base), ("does", "did", "do"), strict=True):
        _FORMS.setdefault(_form, (_base, _aux))
_FORMS["read"] = ("read", "did")

_CALCULATION = r"(?P<calculation>[\d$(][^=<>a-wyzA-Z]*)=\s*(?P<money>\$?)\s*"
_OPENING = r"(?:(?:So|Then|Thus|Therefore|Hence|Next|Now|First|Finally|This means|That means|So,|And)(?:,| that|,? then)?\s+)?"
_WHO = r"(?P<who>(?!It\b|This\b|That\b|Each\b|These\b|All\b|Both\b)[A-Z][a-z]+|[Hh]e|[Ss]he|[Tt]hey|I|[Ww]e)"
_ACTS = re.compile(
    rf"^{_OPENING}{_WHO} (?P<will>will (?:be able to )?)?(?P<verb>[a-z]+) (?:a total of )?{_CALCULATION}(?P<number>[\d.,]+)(?P<tail>[^=<>]*)$"
)
_THERE = re.compile(
    rf"^{_OPENING}[Tt]here (?P<be>are|were|will be) (?:a total of )?{_CALCULATION}(?P<number>[\d.,]+)(?P<tail>[^=<>]*)$"
)
_IS = re.compile(
    rf"^{_OPENING}(?P<what>[Tt]he [a-z][A-Za-z' -]*?) (?P<be>is|was|will be|are|were) (?:equal to )?{_CALCULATION}(?P<number>[\d.,]+)(?P<tail>[^=<>]*)$"
)
# A description must contain one of these nouns to be asked for with "what is".
_QUANTITY = re.compile(
    r"\b(?:total|cost|price|number|amount|distance|weight|height|length|width|area|perimeter|volume|age|profit|sum|income|salary|revenue|discount|tax|tip|bill|speed)\b"
)
_NOT_ALONE = re.compile(
    r"\b(?:this|that|these|those|it|its|same|other|another|which|who|because|since|if|so|but|and then|him|them|now|already|also|only|more|less|fewer|each of|rest|he|she|they|I|we"
    r"|faster|slower|higher|lower|longer|shorter|bigger|smaller|taller|older|younger|next|ago|additional|extra|left|remain(?:s|ed|ing)?|still|after that|so far)\b|[\d%]",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\s*(?P<noun>(?!(?:on|in|at|of|for|from|to|with|by)\b)(?:(?!\w+ing\b)[a-z-]+ ){0,3}?[a-z-]+s(?: of [a-z]+(?: [a-z]+s)?)?)(?P<rest>(?: (?:left|of|in|on|at|from|to|for|a|an|per|each|every|with|by|during|after|before|total|altogether|together|remaining)\b.*)?)$"
)
# States that hold at one time of a story and change later.
_STATES = word_list("verbs of state in solutions")
# The condition of a question: "If each pie needs three oranges, how many pies can they make?".
_CONDITION = re.compile(
    r"(?P<condition>(?:If|When|After|Assuming|Given|Suppose|At|On|For|In|During)\b[^?]*?),?\s+(?=(?:how|what|calculate|find|determine)\b)"
)
_ASSUMES = ("If", "Assuming", "Given", "Suppose")
_NUMBER_OF = re.compile(r"\b(?:number of|[Hh]ow many) ([a-z]+)")
_HEADS = re.compile(
    r"the (?:total |combined |original |new )?(?:number|amount|cost|price|distance|weight|length|area|profit)\b"
)
_OFF = re.compile(r"\s*(?:off|of|discount|tax|more|less|per|each|worth|in)\b")
# Extras that a total may or may not include.
_EXTRAS = re.compile(
    r"\b(?:tip|tips|tax|taxes|discount|coupon|fees?|percent off|interest|bonus)\b|% off",
    re.IGNORECASE,
)
_QUALIFIES = re.compile(
    r"\b(?:if|after|before|when|not counting|excluding|including|assuming|without|once|until)\b",
    re.IGNORECASE,
)
_TIMES_OF_STORY = re.compile(
    r"\b(?:morning|afternoon|evening|night|first|second|third|next|another|then|later|again|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b"
)
_PER = re.compile(r"\b(?:per|each|every|a (?:day|week|month|year))\b")
_RATE = re.compile(r"\b(?:an?|per|each|every) (minute|hour|day|week|month|year)\b")
_RATE_AT_END = re.compile(r"\b[a-z]+ (?:per|an?|each|every) [a-z]+(?=\.?$)")
_JOBS = re.compile(r"\b(?:both|two|second|another|other) (?:jobs?|wages?)\b")
_SPENDS = re.compile(r"\b(?:spend|spent|pay|paid|owe)\b")
_SHARES = re.compile(r"\b(?:split|splits|splitting|shar(?:e|es|ed|ing)|divid(?:e|es|ed|ing))\b")
# "every Thursday and Friday": on each or on both?
_DAY_AND_DAY = re.compile(r"\b(?:every|each) \w+day[^?]*\b(?:and|through|to|or) \w+day")
# "the cost of the bulb" of 6 bulbs
_OF_ONE = re.compile(
    r"\bof (?:the|his|her|their) (?:\w+ )?(\w*[^s\W])(?=[?]| (?:is|was|of|in|at)\b)"
)
_COUNTED = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several) ((?:[a-z]+ )?[a-z]+s)\b"
)
_IN_UNIT = re.compile(r"\bin (?:cents|dollars|hours|minutes|pounds|ounces|feet|inches)\b")
_FEWEST_WORDS = 4
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_WHOLE = re.compile(r"\b(?:total|cost|price|combined|profit|amount)\b")
_PERCENT = "percent"
_GENERAL = word_list("general words of money")
# Words of a solution that the text need not contain.
_OF_SOLUTIONS = word_list("words of solutions")
_PRONOUNS = word_list("pronouns of solutions")


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """A question for the result of a step, with its solution, answer and unit."""

    question: str
    solution: Solution
    rationale: str
    answer: str
    unit: str


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Ask for the result of an earlier step of a worked solution."""
    questions = list(step_questions(reading))
    if not questions:
        return reject(reading.problem, Reason.NO_STEP_TO_ASK_FOR)
    new = questions[rng.below(len(questions))]
    return apply_edits(
        reading.problem,
        [Edit("question", 0, reading.problem.question, new.question)],
        equation=new.solution.expression,
        derivation=new.solution.text,
        rationale=new.rationale,
        answers=(new.answer,),
        unit=new.unit,
        rule=STEP,
    )


def step_questions(reading: Reading) -> Iterator[StepQuestion]:
    """Yield the questions that the sentences of a solution's earlier steps answer.

    Input -> output: ``She sells 16 - 3 = <<16-3=13>>13 eggs a day.`` -> "How many eggs does she sell a day?"

    Every content word of the question occurs in the text, a pronoun in its old question, and the answer is
    new.
    """
    problem, solution = reading.problem, reading.solution
    if solution is None:
        return
    text = " ".join((*problem.context, problem.question))
    known = content_words(text) | _OF_SOLUTIONS
    results = solution.results()
    shown = {number.value for number in reading.numbers}
    written = reading.written_steps
    lines = Counter(problem.rationale.count("\n", 0, step.start) for step in written)
    for i, step in enumerate(written[:-1]):
        answer = results[i]
        if answer == results[-1] or answer in shown or answer <= 1:
            continue
        if lines[problem.rationale.count("\n", 0, step.start)] > 1:
            continue
        line = _line(problem.rationale, step.start)
        is_changed = _changes(solution, i + 1) or bool(_EXTRAS.search(text))
        question = _question(line, problem.question, text, is_changed=is_changed)
        if question and _is_one_of_two_rates(line, problem.rationale):
            continue  # "calories per dollar" of burritos and of burgers
        if is_changed and content_words(question) <= content_words(problem.question) | _GENERAL:
            continue  # "How much does he make a year?" for a part of it
        if question and content_words(question) <= known:
            question = _under_condition(reading, question, solution.until(i + 1))
        if question and (_has_two_rates(question, text) or _has_two_answers(question, text)):
            continue
        if question and _loses_its_time(question, problem.question, text, is_changed=is_changed):
            continue
        if question and _holds_what_is_needed(reading, question, solution.until(i + 1)):
            yield StepQuestion(
                question,
                solution.until(i + 1),
                rationale_until(problem.rationale, step.end, plain_decimal(answer)),
                plain_decimal(answer),
                asked_unit(text, question),
            )


def _line(rationale: str, position: int) -> str:
    """Return the line at a position of a solution, without annotations."""
    start = rationale.rfind("\n", 0, position) + 1
    end = rationale.find("\n", position)
    return ANNOTATION.sub("", rationale[start : end if end >= 0 else len(rationale)]).strip()


def _changes(solution: Solution, step: int) -> bool:
    """Return whether a later step changes the result of a step.

    A change is an addition, a subtraction, or a percentage of the result; the state then no longer holds.
    """
    for later in solution.steps[step:]:
        uses = {i for i, operand in enumerate(later.operands) if operand.step == step}
        is_share = any(_PERCENT in operand.fact for operand in later.operands)
        for one in later.equation.steps:
            takes_part = one.left in uses or (one.symbol != "-" and one.right in uses)
            if takes_part and (one.symbol in "+-" or is_share):
                return True
    return False


def _under_condition(reading: Reading, question: str, solution: Solution) -> str:
    """Return the question after the condition of the old one, if it has one that its answer needs.

    "If a pie needs three oranges" is needed for the number of pies, and not for the number of oranges.
    """
    condition = _CONDITION.match(reading.problem.question)
    if condition is None:
        return question
    written = condition["condition"]
    told = {number.value for number in find_numbers(written)}
    needed = {value for step in solution.steps for value in step.equation.operands}
    asked = _NUMBER_OF.search(question)
    if asked and re.search(rf"\d {asked[1]}\b", written):
        return ""  # "If the orchids have 5 petals, what is the number of petals on orchids?"
    if written.startswith(_ASSUMES) and not told and not facts_of(written):
        return ""  # "If they order another set": it may change the amount
    is_spare = told and needed.isdisjoint(told | set(facts_of(written)))
    if is_spare and written.startswith(_ASSUMES):
        return question
    return f"{condition['condition']}, {question[0].lower()}{question[1:]}"


def _has_two_rates(question: str, text: str) -> bool:
    """Return whether a question for a rate, "an hour", has two rates in the text: two jobs with two wages."""
    rate = _RATE.search(question) if "money" in question else None
    if rate is None:
        return False
    if _JOBS.search(text):
        return True
    pay = rf"\$([\d.,]*\d)(?: [a-z]+)? (?:an?|per|each|every) {rate[1]}\b"
    return len(set(re.findall(pay, text))) > 1


def _is_one_of_two_rates(line: str, rationale: str) -> bool:
    """Return whether a solution also has another amount of the unit of a line's rate: "250 calories per dollar"."""
    rate = _RATE_AT_END.search(line)
    written = ANNOTATION.sub("", rationale).splitlines()
    return rate is not None and sum(rate[0] in other for other in written) > 1


def _has_two_answers(question: str, text: str) -> bool:
    """Return whether a question can be answered for one and for all: a share of a bill, a day of two, a thing of several."""
    if _SPENDS.search(question) and _SHARES.search(text):
        return True
    if _DAY_AND_DAY.search(question):
        return True
    counted = {word for match in _COUNTED.finditer(text) for word in match[1].split()}
    return any(
        f"{noun}s" in counted or f"{noun}es" in counted for noun in _OF_ONE.findall(question)
    )


def _loses_its_time(question: str, old: str, text: str, *, is_changed: bool) -> bool:
    """Return whether the new question omits a time, unit or name of the old question or the story."""
    if _QUALIFIES.search(old) and not _CONDITION.match(old):
        return True
    if _IN_UNIT.search(old) or old.startswith("On average"):
        return True
    if is_changed and _TIMES_OF_STORY.search(text) and not _TIMES_OF_STORY.search(question):
        return True
    named = {word for word in _NAME.findall(old[1:]) if text.count(word) == old.count(word)}
    return bool(named) and not any(word in question for word in named)


def _holds_what_is_needed(reading: Reading, question: str, solution: Solution) -> bool:
    """Return whether the new question keeps the numbers that the steps use and only the old question has."""
    told = {n.value for n in reading.numbers if n.field == "question"}
    elsewhere = {n.value for n in reading.numbers if n.field != "question"}
    still = {mention.value for mention in find_numbers(question)}
    needed = {value for step in solution.steps for value in step.equation.operands}
    return (needed & told) - elsewhere <= still


def _question(line: str, old: str, text: str, *, is_changed: bool) -> str:
    """Return the question that a line answers, or "" if the line has none of the known forms.

    Args:
        is_changed: whether later steps change the line's result.
    """
    line = line.rstrip(" .")
    if found := _ACTS.match(line):
        return _of_action(found, old, text, is_changed=is_changed)
    if found := _THERE.match(line):
        return "" if is_changed or HAPPENS.search(text) else _of_being(found)
    if found := _IS.match(line):
        what = found["what"][0].lower() + found["what"][1:]
        tail = found["tail"].strip()
        if not _QUANTITY.search(what) or _NOT_ALONE.search(what) or len(tail.split()) > 3:
            return ""
        be = found["be"]
        named = what.split()
        if len(named) < _FEWEST_WORDS or not {"of", "for"} & set(named):
            return ""  # "What is the cost?"
        if be in ("are", "were") or not _HEADS.match(what):
            return ""
        if is_changed and (_WHOLE.search(what) or "number" in what):
            return ""  # "the total cost" before the discount
        return f"What will {what} be?" if be == "will be" else f"What {be} {what}?"
    return ""


def _of_action(found: re.Match[str], old: str, text: str, *, is_changed: bool) -> str:
    who, verb = found["who"], found["verb"]
    if who.lower() in _PRONOUNS:
        if who.lower() not in words_of(old):
            return ""
        who = who if who == "I" else who.lower()
    elif f"{who} " not in text and f"{who}'" not in text:
        return ""
    base, aux = _FORMS.get(verb, ("", ""))
    if not base or (base in _STATES and (is_changed or HAPPENS.search(text))):
        return ""
    if found["will"]:
        aux = "will"
    if (aux == "do") != (who in ("they", "we", "I")) and aux == "do":
        return ""
    if found["money"] and base == "have" and found["tail"].strip():
        return ""
    asked, rest = _asked(found)
    # "How much did Dennis receive?" for a part of it; another person's part is asked for by name.
    is_same = who.lower() in _PRONOUNS or who in old
    if is_same and not rest.strip() and (is_changed or found["money"] or _PER.search(text)):
        return ""
    counted = asked.removeprefix("How many ")
    if re.search(rf"\b{verb} \d+ {re.escape(counted)}\b", text) and not rest.strip():
        return ""  # "He buys 20 toy cars": another number of them is in the text
    return f"{asked} {aux} {who} {base}{rest}?" if asked else ""


def _of_being(found: re.Match[str]) -> str:
    asked, rest = _asked(found)
    if not asked or found["money"]:
        return ""
    be = found["be"]
    return f"{asked} will there be{rest}?" if be == "will be" else f"{asked} {be} there{rest}?"


def _asked(found: re.Match[str]) -> tuple[str, str]:
    """Return ("How many eggs", " a day") for "13 eggs a day", or ("", "") if the words need context."""
    tail = found["tail"]
    if _NOT_ALONE.search(tail) or "," in tail or "(" in tail:
        return "", ""
    if found["money"] and _OFF.match(tail):
        return "", ""
    if found["money"]:
        return "How much money", f" {tail.strip()}" if tail.strip() else ""
    noun = _NOUN.match(tail)
    if noun is None or noun["noun"].startswith(("total ", "new ", "of ")):
        return "", ""
    return f"How many {noun['noun'].strip()}", noun["rest"]
