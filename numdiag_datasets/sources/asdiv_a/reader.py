"""ASDiv (Miao et al., ACL 2020) in its official XML layout -> Problems of ASDiv-a."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree.ElementTree import Element, ParseError

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.decimals import MOST_DIGITS, is_value, plain_decimal
from numdiag_datasets.core.equation import Equation, EquationError, parse_equation
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.sources.source_files import (
    SourceError,
    SourceFile,
    doubtful_ids,
    parse_split_ids,
)

DATASET = "asdiv_a"

_REMAINDER = re.compile(rf"(\d{{1,{MOST_DIGITS}}}) r ?(\d+)")
_ANSWER = re.compile(
    r"\s*+(?P<value>-?(?:[\d,]*+\.\d++|[\d,]++(?<!,)))\s*+(?:\((?P<unit>.*)\))?\s*+"
)
_LONGEST_NUMBER = 100  # characters; longer ones are damage, and slow to compute with
_FIELDS = ("Body", "Question", "Solution-Type", "Answer", "Formula")


def read_asdiv(
    xml: SourceFile, split_ids: SourceFile
) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> problems, in the order of the split file, and no notes.

    Args:
        xml: ``ASDiv.xml``.
        split_ids: tab-separated ``split`` and ``id``, with a header line.

    Raises:
        SourceError: malformed or hostile XML, a problem that lacks a part, or an id of the split that
            is not in the XML.
    """
    problems = _parse_xml(xml.content, xml.place)
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    missing: list[str] = []
    seen: set[str] = set()
    for split, problem_id in parse_split_ids(split_ids.content, split_ids.place):
        if problem_id in seen:
            raise SourceError(f"{split_ids.place}: {problem_id} is listed twice")
        seen.add(problem_id)
        if problem_id in problems:
            splits[split].append(_problem(problems[problem_id], problem_id, xml.place))
        else:
            missing.append(problem_id)
    if missing:
        raise SourceError(
            f"{xml.place}: {len(missing)} of the {len(seen)} problems that asdiv_a uses are missing, "
            f"{missing[0]} first; is this the complete ASDiv v1.0 file?"
        )
    return splits, ()


def _parse_xml(xml: bytes, name: str) -> dict[str, Element]:
    # Imported here, since only reading a source needs it.
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(xml, forbid_dtd=True)
    except ParseError as error:
        raise SourceError(
            f"{name}: not well-formed XML ({error}); is the file complete?"
        ) from error
    except DefusedXmlException as error:
        raise SourceError(
            f"{name}: refused, it declares a document type or entities ({type(error).__name__})"
        ) from error
    except (LookupError, ValueError) as error:
        raise SourceError(f"{name}: cannot be decoded ({error})") from error
    problems: dict[str, Element] = {}
    for element in root.iter("Problem"):
        problem_id = element.get("ID")
        if not problem_id:
            raise SourceError(f"{name}: problem {len(problems) + 1} has no ID")
        if problem_id in problems:
            raise SourceError(f"{name}: {problem_id} occurs twice")
        problems[problem_id] = element
    if not problems:
        raise SourceError(f"{name}: holds no <Problem>; the layout of ASDiv v1.0 is expected")
    return problems


def _problem(element: Element, problem_id: str, name: str) -> Problem:
    found = {field: element.findall(field) for field in _FIELDS}
    if odd := [field for field, each in found.items() if len(each) > 1 or any(map(len, each))]:
        raise SourceError(f"{name}: {problem_id} has another element in <{odd[0]}>, or two of them")
    parts = {field: "".join(e.text or "" for e in each) for field, each in found.items()}
    if missing := [field for field, text in parts.items() if not text.strip()]:
        raise SourceError(f"{name}: {problem_id} has no <{missing[0]}>")
    answer = _ANSWER.fullmatch(parts["Answer"])
    if answer is None or len(answer["value"]) > _LONGEST_NUMBER:
        raise SourceError(
            f"{name}: {problem_id} has the answer {parts['Answer']!r:.60}, not a number (unit)"
        )
    written = answer["value"].replace(",", "")
    value = plain_decimal(Fraction(written))
    try:
        equation = _canonical_equation(parts["Formula"], written)
        is_doubtful = not is_value(value, equation.value()) or problem_id in doubtful_ids(DATASET)
    except EquationError as error:
        raise SourceError(
            f"{name}: {problem_id} has the formula {parts['Formula']!r}: {error}"
        ) from error
    return Problem(
        id=problem_id,
        source_id=problem_id,
        group=problem_id,
        dataset=DATASET,
        grade=element.get("Grade", ""),
        operation=parts["Solution-Type"].strip(),
        context=(parts["Body"],),
        question=parts["Question"],
        equation=equation.text,
        answers=(value,),
        answer_type="equation",
        unit=(answer["unit"] or "").strip(),
        lints=(DOUBTFUL_ANSWER,) if is_doubtful else (),
    )


def _canonical_equation(formula: str, answer: str) -> Equation:
    """Return the canonical equation.

    ``248/16=15 r8`` with the answer 16 -> ``ceil(248 / 16)``; ``7+2=9`` -> ``7 + 2``.
    """
    left, _, right = formula.partition("=")
    remainder = _REMAINDER.fullmatch(right.strip())
    if remainder is None:
        return parse_equation(left.strip())
    rounding = {remainder[1]: "floor", str(int(remainder[1]) + 1): "ceil"}
    if answer not in rounding:
        raise EquationError(f"the answer {answer} is neither the quotient nor the next number")
    return parse_equation(f"{rounding[answer]}({left.strip()})")
