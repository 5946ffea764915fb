"""Sentences of financial reports that may be inserted in another company's report."""

from __future__ import annotations

import re

from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ANAPHORIC_ADJECTIVES,
    DEMONSTRATIVES,
    HE_SHE,
    HIM_HER,
    IT,
    SUBORDINATORS,
    THEY,
)
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.english.words import WORD

_LEAST_WORDS, _MOST_WORDS = 6, 38

# Words that continue another sentence of the report, or point to its table.
_LEANING = (
    HE_SHE
    | HIM_HER
    | IT
    | THEY
    | (DEMONSTRATIVES - {"that"})
    | ADDITIVE
    | ANAPHORIC_ADJECTIVES
    | {"also", "such", "above", "below", "following", "foregoing", "aforementioned", "both"}
    | {"however", "therefore", "accordingly", "remaining", "collectively", "consequently", "another", "other"}
    | {"offset", "included", "excludes", "excluding", "table", "modification", "said", "adoption"}
    | {"same", "former", "latter", "again", "instead", "thereafter", "therein", "overall", "phase", "phases", "deemed", "footfall"}
) - SUBORDINATORS  # fmt: skip
# Facts that every report states about its company, so that two of them would contradict each other: results,
# auditors, place, end of the financial year. Also terms that are meaningful only next to a figure given
# elsewhere.
_OF_THE_COMPANY = re.compile(
    r"\b(?:revenues?|net sales|sales|net (?:income|loss|profit|assets)|gross (?:margin|profit)"
    r"|operating (?:income|profit|loss|margin|expenses|activities)|EBITD?A?|earnings|cash flows?|net cash|(?:total|current) assets|backlog"
    r"|order intake|audit\w*|head office|headquarter\w*|principal executive|fiscal year end|none|neither|as a result|because|due to"
    r"|driven by|effective tax rate|holders of record|working capital|capital resources|cash equivalents|percentage points?|full year"
    r"|payment terms|average duration|employees|labou?r resources|segment|price/mix|normally|acquisitions|contributed|income before|accumulated depreciation|our customers|customers? accounted|constant currency|zero|obligated|(?:liabilities|assets) have)\b",
    re.IGNORECASE,
)
# Things that only companies of one industry have.
_OF_ITS_TRADE = re.compile(
    r"\b(?:venues?|hotels?|restaurants?|franchis\w*|content|footfall|flock|pullets|eggs?|pounds|vessels?|LNG|software|stores?|wine"
    r"|storage|rents?|centres|emissions?|energy|drugs?|clinical|subscribers?|advertising|channels?|games?"
    r"|pension schemes|aircraft|towers?|wafers?|chicken|fleet|tariff)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"[:;()\[\]\"“”&®™`_]|[a-z] (?:During|In|On|As|The|For|At) [a-z]|\s[.,]|\b\w{1,2}\.$|  |\n|[a-z]\d|\d[A-Z]|\$ |€ |million million|\bin each of\b"
)
# "The vessel was sold": which? "Of the 50 restaurants": of which?
_DEFINITE = re.compile(
    r"^(?:The (?!Company\b|Group\b|(?:weighted-?|long-term |)average\b|estimated\b|tax benefit\b"
    r"|(?:time|market|performance)-based\b|dividend yield\b)|Of |Upon |Out of |Interest expense|Included|As part|On the"
    r"|That |In addition|Consideration|Such|Had |Any |For the periods?\b)|\b(?:on|at|by|after|of) that (?:date|time|increase)\b|\bthe (?:vessels?|facility|plan"
    r"|acquisition|modification|agreement|transaction|program|projects?|restaurants|purchase price|seller|appellate court|revised|prior quarter|year-ago quarters?)\b"
)
# "Denominated in USD", without a subject; "the 380,952 shares", which an earlier sentence introduced; "was available".
_INCOMPLETE = re.compile(
    r"^(?:[A-Z][a-z]+ed (?:in|by|with|on|at|to|under)|Absent|Based on|Assuming|[A-Z][a-z]+ and [A-Z][a-z]+ each)\b"
    r"|\b[Aa]s (?:reported|described|noted|discussed|defined)\b|\b[Tt]he \d[\d,]*\b|\bthe associated\b|\bavailable\.$"
)
# Terms that only the report itself defines or has: the "2013 Plan", "IMFT", a product name with several
# capitals.
_OWN_TERM = re.compile(
    r"\b(?:Plans?|Notes?|Agreements?|Facility|Acquisition|Date|Series|Distribution|Spinoff|Merger|Act|Awards?|Program"
    r"|Section|Topic|Note|Automated|Executive|Percentile|Loans?|Committee|Chairman|Category|Parent|Partnership|Trust)\b"
    r"|\b(?!(?:US|UK|FY|GAAP|RSUs?|LLC|NASDAQ|USD)\b)[A-Z][A-Za-z]*[A-Z]\w*\b|\b[A-Z]\d|\b[A-Za-z]+-[A-Z]"
)
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|will|may|can|paid|sold|bought|made|repaid|lease|leases|own|owns|rent"
    r"|offer|vest|expect|expects|range|ranges|typically|issued|granted|\w{3,}ed)\b"
)

# A date or "30 days" alone cannot be mistaken for the amount that is asked for.
_AMOUNT = re.compile(r"[$€£¥]|\d ?%|percent\b|\d,\d{3}|million")
#: A date that may end a financial year: "As of June 30, 2019".
DATE = re.compile(
    rf"\b(?:{MONTHS}) \d{{1,2}}, \d{{4}}|\b(?:{MONTHS}) \d{{1,2}}\b(?=,? \d{{4}}|,)|\b\d{{1,2}} (?:{MONTHS})\b"
)


def stands_in_any_report(text: str) -> bool:
    """Return whether a sentence is a plain statement that could be in any company's report."""
    words = {word.lower() for word in WORD.findall(text)}
    return bool(
        _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS
        and text.endswith(".")
        and text[0].isupper()
        and _VERB.search(text)
        and not _LEANING & words
        and not _OF_THE_COMPANY.search(text)
        and not _OF_ITS_TRADE.search(text)
        and not _LOOSE.search(text)
        and not _DEFINITE.search(text)
        and not _INCOMPLETE.search(text)
        and not _OWN_TERM.search(text)
        and _AMOUNT.search(text)
    )
