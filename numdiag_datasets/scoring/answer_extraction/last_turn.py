"""The part of a completion that can hold the answer: after the thoughts, before any invented turn."""

from __future__ import annotations

import re

#: Only the end of a longer completion is read, since the answer is there.
MOST_CHARACTERS = 20_000

_WORD = r"zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|[a-z]{3,5}ty|hundred|thousand|dozen|half"
_THOUGHT = r"think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|seed:think"
_OPENING = re.compile(rf"<(?:{_THOUGHT})>|\[THINK\]|<\|begin_of_thought\|>|◁think▷", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_THOUGHT})>|\[/THINK\]|<\|end_of_thought\|>|◁/think▷", re.IGNORECASE)
# OpenAI's Harmony format, with or without its special tokens.
_ANALYSIS = re.compile(r"<\|channel\|>(?:analysis|commentary)|\Aanalysis(?=[A-Z])")
_FINAL = re.compile(r"<\|channel\|>final[^<\n]{0,40}<\|message\|>|assistantfinal")

_SPECIAL = re.compile(
    r"<\|[a-z_]{1,30}\|>|</s>|<end_of_turn>|<eos>|\[/?INST\]|</?\|(?:user|assistant)\|>"
)
_HEAD = (
    r"(?:Next |New |Another )?(?:Problem|Question|Passage|Table|Text|Exercise|Example|Instruction|Input|User|Human|Q)"
    r"(?:[ \t]\d{1,3})?"
)
_NEXT_TURN = re.compile(
    rf"\n\s*+(?:(?:#{{1,4}}[ \t]*)(?:{_HEAD})\b|(?:\*\*|__)?(?:{_HEAD})(?:\*\*|__)?[ \t]?:)"
)
# A base model may continue like this after a one-line answer, if the prompt ends with "Answer:" or "A:",
# also with a question before it.
_ANSWERED_AGAIN = re.compile(r"\n\s*+(?:(?:Answer|Solution)[ \t]?:|[B-D][:.)][ \t])")
#: An amount alone on the first line: "42 apples", "$5.45", "forty-two". Any other line leads to the answer behind it.
_AMOUNT_ALONE = re.compile(
    rf"[-$€£¥ *_]*(?:\d[\d.,/]*|(?:{_WORD})(?:[- ](?:{_WORD}))*)[%*_]*(?: [a-z]+){{0,2}}[.*_]*",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"\d|\b(?:{_WORD})\b", re.IGNORECASE)
_INTRODUCTION = re.compile(
    r"(?:sure|okay|ok|certainly|of course|let'?s|let me|here)\b", re.IGNORECASE
)


def final_turn(completion: str) -> tuple[int, int] | None:
    """Return the start and end of the part that can hold the answer.

    A model's thoughts before its answer (``<think>``, ``[THINK]``, Harmony's channels) are skipped. So is the
    text that a base model invents after its answer: special tokens, another ``Question:``.

    Returns:
        The offsets; None if the thoughts have no end, since then there is no answer yet.
    """
    start = max((closing.end() for closing in _CLOSING.finditer(completion)), default=0)
    if _OPENING.search(completion, start):
        return None
    finals = [match.end() for match in _FINAL.finditer(completion, start)]
    if not finals and _ANALYSIS.search(completion, start):
        return None
    start = max([start, *finals, len(completion) - MOST_CHARACTERS])
    start = len(completion) - len(completion[start:].lstrip())
    return start, _end(completion, start)


def _end(completion: str, start: int) -> int:
    specials = (special.start() for special in _SPECIAL.finditer(completion, start))
    end = next((place for place in specials if place > start), len(completion))
    if turn := _NEXT_TURN.search(completion, start, end):
        before = completion[start : turn.start()].strip()
        # "Let me restate it:", then the question, is on its way to the answer.
        restates = before.endswith(":") or (
            _INTRODUCTION.match(before) and not _AMOUNT.search(before)
        )
        if before and not restates:
            end = turn.start()
    again = _ANSWERED_AGAIN.search(completion, start, end)
    if again:
        line, _, rest = completion[start : again.start()].strip().partition("\n")
        is_next = not rest or (rest[0].isspace() and rest.endswith("?"))
        if is_next and _AMOUNT_ALONE.fullmatch(line.strip()):
            end = start + len(line)
    return end
