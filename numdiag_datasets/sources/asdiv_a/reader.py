"""ASDiv (Miao et al., ACL 2020) in its official XML layout -> Problems of ASDiv-a."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.decimals import MOST_DIGITS, plain_decimal
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.sources.source import SourceData
from numdiag_datasets.sources.source_files import (
    SourceError,
    doubtful_ids,
    parse_split_ids,
    read_file,
    split_file,
)

DATASET = "asdiv_a"
XML_FILE = "asdiv/ASDiv.xml"
SPLIT_FILE = "asdiv/split_ids.tsv"
#: The published 974/122/122 split; a source directory may contain its own as `SPLIT_FILE`.
PUBLISHED_SPLIT = Path(__file__).with_name("split_ids.tsv")

# Problems with a published answer that a careful reader would reject, each with the reason.
_DOUBTFUL = Path(__file__).with_name("doubtful.tsv")

_REMAINDER = re.compile(rf"(\d{{1,{MOST_DIGITS}}}) r ?(\d+)")
_ANSWER = re.compile(
    r"\s*+(?P<value>-?(?:[\d,]*+\.\d++|[\d,]++(?<!,)))\s*+(?:\((?P<unit>.*)\))?\s*+"
)
_LONGEST_NUMBER = 100  # characters; longer ones are damage, and slow to compute with
_FIELDS = ("Body", "Question", "Solution-Type", "Answer", "Formula")


def read_asdiv(
    xml: bytes, split_ids: bytes, xml_name: str, split_name: str
) -> dict[str, list[Problem]]:
    """Return split -> problems, in the order of the split file.

    Args:
        xml: the content of ``ASDiv.xml``.
        split_ids: tab-separated ``split`` and ``id``, with a header line.
        xml_name, split_name: the names of the two in error messages.

    Raises:
        SourceError: malformed or hostile XML, a problem that lacks a part, or an id of the split that
            is not in the XML.
    """
    problems = _parse_xml(xml, xml_name)
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    missing: list[str] = []
    seen: set[str] = set()
    for split, problem_id in parse_split_ids(split_ids, split_name):
        if problem_id in seen:
            raise SourceError(f"{split_name}: {problem_id} is listed twice")
        seen.add(problem_id)
        element = problems.get(problem_id)
        if element is None:
            missing.append(problem_id)
        else:
            splits[split].append(_problem(element, problem_id, xml_name))
    if missing:
        raise SourceError(
            f"{xml_name}: {len(missing)} of the {len(seen)} problems that asdiv_a uses are missing, "
            f"{missing[0]} first; is this the complete ASDiv v1.0 file?"
        )
    return splits


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
    parts: dict[str, str] = {}
    for field in _FIELDS:
        text = element.findtext(field)
        if text is None or not text.strip():
            raise SourceError(f"{name}: {problem_id} has no <{field}>")
        parts[field] = text
    answer = _ANSWER.fullmatch(parts["Answer"])
    if answer is None or len(answer["value"]) > _LONGEST_NUMBER:
        raise SourceError(
            f"{name}: {problem_id} has the answer {parts['Answer']!r:.60}, not a number (unit)"
        )
    value = answer["value"].replace(",", "")
    try:
        equation = _canonical_equation(parts["Formula"], value)
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
        equation=equation,
        answers=(plain_decimal(Fraction(value)),),
        answer_type="equation",
        unit=(answer["unit"] or "").strip(),
        lints=(DOUBTFUL_ANSWER,) if problem_id in doubtful_ids(_DOUBTFUL) else (),
    )


def _canonical_equation(formula: str, answer: str) -> str:
    """Return the canonical equation.

    ``248/16=15 r8`` with the answer 16 -> ``ceil(248 / 16)``; ``7+2=9`` -> ``7 + 2``.
    """
    left, _, right = formula.partition("=")
    remainder = _REMAINDER.fullmatch(right.strip())
    if remainder is None:
        return parse_equation(left.strip()).text
    if answer not in (remainder[1], str(int(remainder[1]) + 1)):
        raise EquationError(f"the answer {answer} is neither the quotient nor the next number")
    rounding = "floor" if answer == remainder[1] else "ceil"
    return parse_equation(f"{rounding}({left.strip()})").text


def load(root: Path, kind: str) -> SourceData:
    xml = read_file(root / XML_FILE, XML_FILE)
    split_path = split_file(root / SPLIT_FILE, PUBLISHED_SPLIT)
    split = read_file(split_path, SPLIT_FILE)
    problems = read_asdiv(xml.content, split.content, str(root / XML_FILE), str(split_path))
    return SourceData(
        dataset=DATASET,
        kind=kind,
        splits={name: tuple(problems[name]) for name in SPLITS},
        files={xml.name: xml.sha256, split.name: split.sha256},
    )
