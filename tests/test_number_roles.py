"""The rules that give a number in digits its role: each line of each table, and their order."""

from fractions import Fraction

import pytest

from numdiag_datasets.english.number_marks import CURRENCY_RULES, PLAIN_RULES, digit_number, rule_of_marks
from numdiag_datasets.english.number_roles import WORD_RULES, deciding_rule
from numdiag_datasets.english.numbers import find_numbers

TABLES = (CURRENCY_RULES, PLAIN_RULES, WORD_RULES)
RULES = {rule.name: rule for table in TABLES for rule in table.rules}


def read(text, mention):
    return digit_number(text, mention.start, mention.numeral_start, mention.numeral_end, mention.numeral)


def decided(text, mention):
    """The rule of the marks and, where it leaves the role to them, the rule of the words."""
    names = (rule_of_marks(read(text, mention)).name, deciding_rule(read(text, mention)).name)
    return dict.fromkeys(names)


# (rule, text, number, role): shapes of the rule, and numbers that a later rule would read otherwise
CASES = [
    # with a currency sign
    ("minus sign", "a loss of −$5.2 million", "5.2", "label"),  # no magnitude is taken in
    ("minus sign", "a change of –$3", "3", "label"),
    ("minus sign", "it fell -0.8% here", "0.8", "label"),  # no percentage of things
    ("minus sign", "it fell −1.0 then", "1.0", "label"),
    ("minus sign", "the −27th of them", "27", "label"),  # no ordinal
    ("bound", "passes of 360+ yards", "360", "label"),
    ("bound", "and >360 due", "360", "label"),
    ("bound", "and ≤ 5% of it", "5", "label"),  # no percentage
    ("bound", "< 3rd of them", "3", "label"),
    ("bound", "those aged 10+, too", "10", "label"),
    ("bound", "a $100+ meal", "100", "label"),  # no amount
    ("letters before", "approximately$5.1 million", "5.1", "name"),  # a blank is missing: no currency before it
    ("letters before", "in FY18 it rose", "18", "name"),
    ("letters before", "RMB77 million", "77", "name"),
    ("letters before", "of Group1,2 here", "1", "name"),  # no decimal comma
    ("letters before", "an mp3 file", "3", "name"),
    ("letters before", "the x41% mark", "41", "name"),  # no percentage
    ("rate of currencies", "at €1:£0.88 then", "1", "score"),
    ("rate of currencies", "at €1:£0.88 then", "0.88", "score"),
    ("rate of currencies", "at $000: $5", "000", "score"),
    ("range of money", "ranging from $5 to $12 each", "5", "range"),
    ("range of money", "of $2.3 to $2.9 million", "2.3", "range"),  # it has the magnitude of the other
    ("money with magnitude", "$1.5 million", "1.5", "money"),
    ("money with magnitude", "£3\xa0\xa0billion", "3", "money"),
    ("money with magnitude", "$296.3\nmillion", "296.3", "money"),
    ("money with magnitude", "US$5 thousand", "5", "money"),
    ("money with magnitude", "in $000 million", "000", "money"),  # the magnitude goes before the zeros
    ("unit of a column", "in $000's", "000", "label"),
    ("unit of a column", "in £000", "000", "label"),
    ("unit of a column", "a $00k table", "00", "label"),  # a letter behind, but no sum
    ("unit of a column", "in $000x", "000", "label"),  # and no name
    ("parted money", "an income of $23, 335 here", "23", "label"),
    ("parted money", "of ($542) million", "542", "label"),
    ("parted money", "of $1.6, million", "1.6", "label"),
    ("magnitude letter", "for £2.2m in all", "2.2", "money"),
    ("magnitude letter", "$428.6M", "428.6", "money"),
    ("magnitude letter", "€3bn and more", "3", "money"),
    ("magnitude letter", "for $5k", "5", "money"),
    ("letters behind money", "for $5x", "5", "name"),
    ("letters behind money", "the $20mbox", "20", "name"),
    ("ordinal letters behind money", "the $5th of them", "5", "name"),
    ("currency sign", "$1,200 and more", "1,200", "money"),
    ("currency sign", "US$5 in 2015", "5", "money"),
    ("currency sign", "a $20-note", "20", "money"),  # attributive
    ("currency sign", "$5, 20 pens", "5", "money"),  # a list, not parted
    ("currency sign", "$0.25 per cent", "0.25", "money"),  # the words have no say
    ("currency sign", "at $45%", "45", "money"),
    # without one
    ("digits behind a decimal comma", "1,43% of them", "43", "label"),  # before the percent sign
    ("digits behind a decimal comma", "1,43 million", "43", "label"),  # before the magnitude
    ("digits behind a decimal comma", "from 1,43 on", "43", "label"),
    ("code joined before", "File No. 333- 233349", "233349", "label"),
    ("range", "lives of 5 to 40 years", "5", "range"),
    ("range", "open from 8 to 11 o'clock.", "8", "range"),
    ("range", "between 8 and 11 a.m., then", "8", "range"),
    ("range", "lives of 5 to 40 years", "40", "range"),
    ("range", "within 30 - 60 days", "60", "range"),
    ("range", "ranging from 1% to 5% of it", "5", "range"),
    ("name of a security", "its 8.625% Series A shares", "8.625", "name"),
    ("hundreds behind digits", "about 2 hundred men", "2", "label"),
    ("hundreds behind digits", "a 3-hundred-page book", "3", "label"),
    ("hundreds behind digits", "the 5 hundred days", "5", "label"),
    ("point in words", "a length of 4 point 5 inches", "4", "label"),
    ("point in words", "a length of 4 point 5 inches", "5", "label"),
    ("foreign currency", "it costs ₹500 a day", "500", "label"),
    ("foreign currency", "a pen of 15$ is", "15", "label"),
    ("foreign currency", "for 9.99 € only", "9.99", "label"),
    ("foreign currency", "a bar at ¢25 each", "25", "label"),
    ("rupees", "for Rs. 500", "500", "label"),
    ("rupees", "for Rs.360 or", "360", "label"),
    ("sign of degrees", "at 30° C", "30", "label"),
    ("sign of degrees", "from 45° to 60°", "60", "label"),
    ("lumber", "a 2 x 4 board", "2", "label"),
    ("lumber", "a 2 x 4 board", "4", "label"),
    ("lumber", "some 4 x 4s for it", "4", "label"),
    ("feet and inches", "He is 5'10\" tall", "5", "label"),
    ("feet and inches", "He is 5'10\" tall", "10", "label"),
    ("feet and inches", "He is 5' 10\" tall", "10", "label"),
    ("feet and inches", "grew to 6’2 in May", "2", "label"),  # no year
    ("lumber", "ten 2 x 4 x 10 boards", "2", "label"),
    ("lumber", "ten 2 x 4 x 10 boards", "10", "label"),
    ("lumber", "A 2 x 4 costs $4", "4", "label"),
    ("lumber", "five 4 x 6s", "6", "label"),
    ("mixed number", "1 1/2 hours", "1", "fraction"),
    ("mixed number", "3 quarters of a box", "3", "fraction"),
    ("mixed number", "2 and a half dozen", "2", "fraction"),
    ("mixed number", "4 and 1/2 of them", "4", "fraction"),
    ("magnitude", "2 million people", "2", "quantity"),
    ("magnitude", "8.8 million dollars", "8.8", "money"),  # the unit stands behind the magnitude
    ("magnitude", "nearly 16 million square feet", "16", "measure"),
    ("magnitude", "at mid-19 million", "19", "quantity"),  # a hyphen before goes unseen
    ("year of percentages", "2019 %", "2019", "year"),
    ("year of percentages", "2017 % of sales", "2017", "year"),
    ("percent sign", "a rise of 2019% since", "2019", "percent"),  # no blank
    ("percent sign", "45% of them", "45", "percent"),
    ("percent sign", "45 % of them", "45", "percent"),
    ("percent sign", "in v1.5.3% of them", "3", "percent"),  # no version
    ("decimal comma", "from 1,43 on", "1", "label"),
    ("decimal comma", "for 2017,2018 and", "2017", "label"),  # a list without blanks is as doubtful
    ("decimal comma", "a x-5,12th part", "5", "label"),  # no name joined before
    ("decimal comma", "cents (1,2)", "1", "label"),
    ("name joined before", "of COVID-19", "19", "name"),
    ("name joined before", "in the mid-1940s he", "1940", "name"),  # no decade
    ("name joined before", "on 4th-and-6 they", "6", "name"),  # no score
    ("name joined before", "v1.2.3 is", "3", "name"),
    ("name joined before", "see B.2 there", "2", "name"),
    ("name joined before", "a part–4 pm show", "4", "name"),  # no clock
    ("name joined before", "the non-4th of them", "4", "name"),  # no ordinal
    ("name joined before", "x-5 men", "5", "name"),
    ("ordinal letters", "the 3rd graders", "3", "ordinal"),
    ("ordinal letters", "the 1960TH one", "1960", "ordinal"),
    ("clock", "at 9 pm", "9", "time"),
    ("clock", "at 9pm", "9", "time"),  # letters behind, but no name
    ("clock", "at 10 a.m. sharp", "10", "time"),
    ("clock", "4 o’clock", "4", "time"),
    ("decade", "in the 1990s he", "1990", "year"),
    ("decade", "the 1990s, then", "1990", "year"),
    ("decade", "in the 20s.", "20", "year"),
    ("letters behind", "the 49ers", "49", "name"),
    ("letters behind", "all the 1990s", "1990", "name"),  # at the end of a text
    ("letters behind", "a 3D film", "3", "name"),
    ("letters behind", "a 5k run", "5", "name"),
    ("range before a unit", "over a 2 to 5-year period", "2", "range"),
    ("range before a unit", "over a 2 to 5-year period", "5", "range"),
    ("range before a unit", "was 1 to 6-7 then", "1", "range"),
    ("range before a unit", "a 3-to-5-day trip", "3", "range"),
    ("ratio", "outnumbered 3 to 1", "3", "score"),
    ("ratio", "outnumbered them by 3 to 1", "1", "score"),
    ("ratio", "a coverage ratio of 3.50 to 1.00.", "3.50", "score"),
    ("ratio", "by a 5 to 4 vote", "4", "score"),
    ("ratio", "was 4 for 4 on field goals", "4", "score"),
    ("ratio", "his passes (16 for 34) and", "34", "score"),
    ("ratio", "he was 8-for-18 for 59 yards", "8", "score"),
    ("ratio", "with a 49-to-51 band", "49", "score"),
    ("words around", "12 pens", "12", "quantity"),
    ("words around", "a 41-yard pass", "41", "quantity"),
    ("words around", "from the 9 yard line", "9", "measure"),  # attributive without a hyphen
    ("words around", "35- and 24-yard goals", "35", "quantity"),
    ("words around", "an A. 5 of them", "5", "quantity"),  # nothing is joined
    # told by the words
    ("parted thousands", "the 13 600 members", "13", "label"),
    ("parted thousands", "the 13 600 members", "600", "label"),
    ("parted thousands", "it has 2 500.", "2", "label"),
    ("parted thousands", "it rose to 913 600, then fell", "600", "label"),
    ("stage name", "a song by 50 Cent", "50", "name"),  # no money
    ("stage name", "6 Cent", "6", "name"),
    ("stage name", "in 1810 Cent", "1810", "name"),
    ("stage name", "Note: 93 Cent", "93", "name"),
    ("stage name", "since '12 Cent", "12", "name"),
    ("per cent", "70 per cent of them", "70", "percent"),
    ("per cent", "Section 5 per cent", "5", "percent"),  # no reference
    ("per cent", "in 1950 per cent", "1950", "percent"),
    ("day before a modern year", "March 31, 2018 differences were", "2018", "year"),
    ("day before a modern year", "As of June 30, 2018 does not", "2018", "year"),
    ("day before a modern year", "at September 30, 2020 borrowings", "2020", "year"),
    ("year of a percentage", "the 2019 percentage change", "2019", "year"),
    ("year of a percentage", "The 2018 percent change", "2018", "year"),
    ("year before a unit", "at 2018 year end", "2018", "year"),  # no measure
    ("year before a unit", "in fiscal 2019 second quarter", "2019", "year"),
    ("year before a unit", "Room 2033 month ends", "2033", "year"),
    ("year before a unit", "at 1900 year end", "1900", "year"),
    ("year of a coin", "a 1959 penny", "1959", "year"),
    ("year of a coin", "the 2010 penny", "2010", "year"),
    ("one-time", "a 1 time reward", "1", "label"),
    ("measure", "36 miles", "36", "measure"),
    ("measure", "712 lbs., how", "712", "measure"),
    ("measure", "16 Weeks", "16", "measure"),  # no section number
    ("measure", "Less Than 1 Year", "1", "measure"),  # no end of a name
    ("measure", "during the 1091 weeks of", "1091", "measure"),  # no year
    ("measure", "a mile of 1760 yd", "1760", "measure"),
    ("measure", "No. 5 miles", "5", "measure"),  # no reference
    ("measure", "for 1,900 years", "1,900", "measure"),  # with a comma it is no year
    ("measure", "5 Centimeters", "5", "measure"),
    ("measure", "a 1091 second run", "1091", "measure"),  # no year before a unit
    ("measure", "in 1950 miles", "1950", "measure"),
    ("measure", "Notes: 12 weeks", "12", "measure"),
    ("measure", "in ’13 yards", "13", "measure"),
    ("measure", "In 2094 miles", "2094", "measure"),
    ("measure", "31.5 Weeks", "31.5", "measure"),
    ("money word", "50 cents", "50", "money"),
    ("money word", "1607 dollars", "1607", "money"),  # no year
    ("money word", "in No. 5 pence", "5", "money"),  # no reference
    ("money word", "a 50 cent coin", "50", "money"),  # no stage name
    ("money word", "50 Cents", "50", "money"),
    ("money word", "Notes: 28 dollars", "28", "money"),
    ("money word", "in ’19 dollars", "19", "money"),
    ("money word", "game at 14 dollars", "14", "money"),  # no score
    ("percent word", "30 percent", "30", "percent"),
    ("percent word", "a 1597 percentage", "1597", "percent"),  # no year
    ("percent word", "week 3 percent", "3", "percent"),  # no reference
    ("percent word", "Notes: 28 percent", "28", "percent"),
    ("percent word", "No. 2 percent", "2", "percent"),
    ("percent word", "in '23 percent", "23", "percent"),
    ("reference", "Room 12 is", "12", "reference"),
    ("reference", "Scope 1 and", "1", "reference"),  # no end of a name
    ("reference", "2024 Notes(1)", "1", "reference"),  # no footnote
    ("reference", "the Companies Act 2006, then", "2006", "reference"),  # no year
    ("reference", "No. 000 is", "000", "reference"),  # no piece of a number
    ("reference", "Note 69.000 is", "69.000", "reference"),
    ("reference", "ITEM 11 July", "11", "reference"),  # no date
    ("reference", "Week 1630 prisoners", "1630", "reference"),
    ("reference", "for the Scope 1 and", "1", "reference"),  # no end of a name
    ("reference", "Number 10 000", "10 000", "reference"),
    ("code of a vehicle", "Flight BA 117 left", "117", "reference"),
    ("code of a vehicle", "the train ICE 72 arrived", "72", "reference"),
    ("reference in lower case", "read verses 4 to 9 of it", "4", "reference"),
    ("reference in lower case", "in week 2, the", "2", "reference"),
    ("reference in lower case", "see note 12", "12", "reference"),
    ("reference in lower case", "in year 2019?", "2019", "reference"),  # no year
    ("reference in lower case", "at number 11 on", "11", "reference"),
    ("reference in lower case", "on page 100.000", "100.000", "reference"),  # no thousands
    ("reference in lower case", "week 007 is", "007", "reference"),
    ("reference in lower case", "after game 6 March", "6", "reference"),
    ("reference in lower case", "note 24 000", "24 000", "reference"),
    ("name with a number", "She saw Ocean's 11 twice.", "11", "name"),
    ("name with a number", "a Boeing 747 with 300 seats", "747", "name"),
    ("telephone number", "to dial 911.", "911", "label"),
    ("telephone number", "Call 911 now", "911", "label"),
    ("code", "Her zip code is 90210.", "90210", "label"),
    ("code", "His phone number is 5551234 now", "5551234", "label"),
    ("code", "the PIN: 1234", "1234", "label"),
    ("address", "at 401 Congress Avenue in Austin", "401", "label"),
    ("address", "2965 Woodside Road", "2965", "label"),
    ("heading in quotes", 'See "9. Leases" in Item 8', "9", "reference"),
    ("heading in quotes", "see “12. Taxes” of it", "12", "reference"),
    ("one of a series", "on day 2 she", "2", "reference"),
    ("one of a series", "Read page 12 and then", "12", "reference"),
    ("one of a series", "Bus 7 carries some", "7", "reference"),
    ("one of a series", "twice as many as house 3.", "3", "reference"),
    ("one of a series", "A class of grade 4 has", "4", "reference"),
    ("one of a series", "in chapter 1.5 it", "1.5", "reference"),
    ("one of a series", "stations does line 6 have?", "6", "reference"),  # the sentence before has "Line 2"
    ("one of a series", "more seats does bus 15 have", "15", "reference"),
    ("one of a series", "points did player 23 score?", "23", "reference"),
    ("one of a series", "benches does platform 7 have?", "7", "reference"),
    ("one of a series", "heavier is container 966 than", "966", "reference"),
    ("one of a series", "between table 1 and table 3 in meters", "3", "reference"),
    ("one of a series", "as many voters as district 4.", "4", "reference"),
    ("one of a series", "Is bag 3 heavier than", "3", "reference"),
    ("one of a series", "collected more, class 3 or class 4?", "3", "reference"),
    ("one of a series", "Pump 2 fills the tank", "2", "reference"),
    ("one of a series", "pupils are in group 5?", "5", "reference"),
    ("one of a series", "Tank 1 holds more", "1", "reference"),
    ("one of a series", "heavier than container 12?", "12", "reference"),
    ("one of a series", "and cabin 8 sleeps six", "8", "reference"),
    ("one of a series", "Lot 4 sells for less", "4", "reference"),  # "sells" is no thing that is counted
    ("one of a series", "On days 4 and 5, he", "4", "reference"),
    ("reference", "She saw Area 51 there", "51", "reference"),
    ("reference", "They watched Formula 1.", "1", "reference"),
    ("reference in lower case", "It is on p. 35.", "35", "reference"),
    ("reference in lower case", "on pp. 35 and 36", "35", "reference"),
    ("sign of degrees", "at 51°30′ N", "30", "label"),
    ("sign of degrees", "at 51°30′ N", "51", "label"),
    ("sign of degrees", "at 51°30' N and", "30", "label"),
    ("sign of degrees", "at 51° 30’ N and", "30", "label"),
    ("sign of degrees", "at 51°30'5\" N", "30", "label"),
    ("sign of degrees", "at 51°30.5' N", "30.5", "label"),
    ("sign of degrees", "at 51° 30′ 5″ N", "30", "label"),
    ("sign of degrees", "at 51° 30′ 5″ N", "5", "label"),
    ("one of a series", "pages do chapters 3 and 4 have together?", "3", "reference"),
    ("one of a series", "Players 9 and 13 won.", "9", "reference"),
    ("one of a series", "Lines 4, 6 and 9 carry men", "4", "reference"),
    ("one of a series", "men are in buses 5 and 7?", "5", "reference"),
    ("one of a series", "Buses 5 and 7 go to school.", "5", "reference"),
    ("one of a series", "more floors has house 9 than house 5?", "9", "reference"),
    ("one of a series", "and house 10 000", "10 000", "reference"),
    ("thousands point", "by 100.000 people", "100.000", "label"),
    ("thousands point", "July 28.000 men", "28.000", "label"),
    ("thousands point", "the MorphInk 11.000 editor", "11.000", "label"),  # no name
    ("thousands point", "in:11.000 there", "11.000", "label"),  # no verse
    ("thousands point", "107.000 A.D. it", "107.000", "label"),  # no year
    ("thousands point", "an AD 25.000 Here", "25.000", "label"),
    ("name with an inner capital", "the MorphInk 99 editor", "99", "name"),
    ("name with an inner capital", "as endOfMarch 31, the", "31", "name"),  # before the month glued to a word
    ("name with an inner capital", "the MorphInk 2000 editor", "2000", "name"),
    ("name with an inner capital", "the MorphInk 401(k)", "401", "name"),
    ("name with an inner capital", "the MorphInk 007 one", "007", "name"),
    ("name with an inner capital", "the MorphInk 22 AD", "22", "name"),
    ("name with an inner capital", "the MorphInk 22 000", "22 000", "name"),
    ("number sign or verse", "win #56 was", "56", "reference"),
    ("number sign or verse", "an army.:216 The French", "216", "reference"),
    ("number sign or verse", "2018##2017", "2017", "reference"),  # no year
    ("number sign or verse", "a #007 badge", "007", "reference"),  # no piece of a number
    ("number sign or verse", "#29 May", "29", "reference"),
    ("number sign or verse", "a #2063 BC", "2063", "reference"),
    ("number sign or verse", "a #10 000", "10 000", "reference"),
    ("pension plan", "401(k) plans", "401", "reference"),
    ("pension plan", "from 1993(b)", "1993", "reference"),  # no year
    ("pension plan", "a loss (-401(k)", "401", "reference"),  # not negative
    ("pension plan", "plan 019(k)", "019", "reference"),
    ("pension plan", "on May 7(k)", "7", "reference"),
    ("pension plan", "In 2039(k)", "2039", "reference"),
    ("negative", "of $(1.5) million", "1.5", "label"),
    ("negative", "of €(2)", "2", "label"),
    ("negative", "of £(2)", "2", "label"),
    ("negative", "a change of (48.3)%", "48.3", "label"),
    ("negative", "a change of (–0.3) or", "0.3", "label"),
    ("negative", "of (–1950 men", "1950", "label"),  # no year
    ("negative", "(1553)% or", "1553", "label"),  # no year in brackets
    ("negative", "of (-5 October", "5", "label"),  # no date
    ("negative", "(–2062 AD", "2062", "label"),
    ("short year", "in Dec. '04", "04", "year"),  # before the leading zero
    ("short year", "in ’13 he", "13", "year"),
    ("short year", "in '31 June", "31", "year"),  # no date
    ("short year", "in '00 he", "00", "year"),
    ("tied score", "tied at 30", "30", "score"),
    ("tied score", "Tied at 7, the", "7", "score"),
    ("tied score", "the game at 14 with", "14", "score"),
    ("tied score", "the score at 1900", "1900", "score"),  # no year
    ("tied score", "tied at 00", "00", "score"),
    ("rising", "his part in the 45, he", "45", "name"),
    ("rising", "before the 15.", "15", "name"),
    ("rising", "during the 19", "19", "name"),  # at the end of the text
    ("rising", "after the 07, he", "07", "name"),  # before the leading zero
    ("end of a name", "Cloud 9 Diving Company has boats", "9", "name"),  # at the start of a sentence
    ("end of a name", "five Avro 504 were bought", "504", "name"),
    ("end of a name", "on the Billboard 200 on Monday", "200", "name"),
    ("end of a name", "from the Zoomer 3000 vs. the other", "3000", "name"),
    ("end of a name", "the Lamb 39 Weston", "39", "name"),  # a page number between names
    ("end of a name", "Group Exposure 31 December", "31", "name"),  # before the month
    ("end of a name", "an Avro 3000 were", "3000", "name"),
    ("end of a name", "an Avro 007 were", "007", "name"),
    ("name at a mark", "shown on Fox Sports 1.", "1", "name"),
    ("name at a mark", "he watched BBC 2's news", "2", "name"),
    ("name at a mark", "of Fox Sports 1's hours", "1", "name"),
    ("name at a mark", "for the Atari 7800, which", "7800", "name"),
    ("name at a mark", "it to the Tennessee 22.", "22", "name"),  # a place on the field
    ("name at a mark", "in the Grand Prix 007.", "007", "name"),
    ("acronym", "the FHTV 4 contract", "4", "name"),
    ("acronym", "the NASA 5 of them", "5", "name"),
    ("rank", "a top 40 hit", "40", "label"),
    ("rank", "a top 5 single", "5", "label"),
    ("position on a field", "at their own 33.", "33", "label"),
    ("position on a field", "on his own 17 with two", "17", "label"),
    ("position on a field", "on their own 07.", "07", "label"),
    ("base of a rate", "9.75 births per 1,000 people", "1,000", "label"),
    ("base of a rate", "births per 1000 women", "1000", "label"),  # counted
    ("rest of parted money", "an income of $23, 335 here", "335", "label"),
    ("rest of parted money", "of £33, 2035", "2035", "label"),  # no year
    ("leading zero", "agent 007", "007", "label"),
    ("leading zero", "to June 017; he", "017", "label"),  # no day
    ("leading zero", "in 1606 000", "000", "label"),
    ("leading zero", "00 Aug", "00", "label"),
    ("leading zero", "in AD 04.", "04", "label"),  # no year
    ("leading zero", "in 1606 000", "000", "label"),
    ("note with a colon", "Note: 5 of them", "5", "label"),
    ("note with a colon", "Notes: 1605 are", "1605", "label"),  # no year
    ("note with a colon", "Note: 22 January", "22", "label"),  # no date
    ("note with a colon", "Notes: 6608 AD", "6608", "label"),
    ("citation", "he fled.[12] Then", "12", "label"),
    ("citation", "he fled.[1998] Then", "1998", "label"),  # no year
    ("era before", "in c. 273 he", "273", "year"),
    ("era before", "in AD 70 he", "70", "year"),
    ("era before", "circa 5 October", "5", "year"),  # no date
    ("era before", "ca. 1,100 of", "1,100", "year"),  # even with a comma
    ("era before", "about c. 1652 prisoners", "1652", "year"),
    ("era behind", "until 300 A.D. here", "300", "year"),
    ("era behind", "11,050 BC", "11,050", "year"),
    ("era behind", "between 11,500 and 6,200 BC", "11,500", "year"),
    ("era behind", "from 113 to 101 BC", "113", "year"),
    ("era behind", "24 AD", "24", "year"),  # no section number
    ("era behind", "on May 22 BC", "22", "year"),  # no date
    ("era behind", "about 2094 CE", "2094", "year"),  # before the estimates
    ("era behind", "47.5 A.D.", "47.5", "year"),
    ("year of old times", "during 993, the emperor", "993", "year"),
    ("year of old times", "500,000 in 273. In the third century", "273", "year"),
    ("year of old times", "He reigned from 860 to the end", "860", "year"),
    ("year of old times", "In 748 he met the caliph", "748", "year"),
    ("year of old times", "since 610 (of his dynasty)", "610", "year"),
    ("suspended hyphen", "a 52- or 53-week year", "53", "range"),
    ("suspended hyphen", "of 10- to 20-year bonds", "20", "range"),
    ("decimal section number", "2.1 Taxation", "2.1", "label"),
    ("decimal section number", "9.2. Trade", "9.2", "label"),
    ("month behind", "on 5 October he", "5", "date"),
    ("month behind", "3 February", "3", "date"),  # no section number
    ("month behind", "on 27 sept. they", "27", "date"),
    ("month behind", "between 5 and 9 March", "5", "date"),
    ("month behind", "21 May.", "21", "date"),
    ("month behind", "came. 3 December", "3", "date"),  # no footnote
    ("May behind", "on 21 May saw", "21", "date"),
    ("May behind", "By 3 May the", "3", "date"),
    ("month before", "on May 5.", "5", "date"),
    ("month before", "on september 30 he", "30", "date"),
    ("month before", "March 24 and 28", "24", "date"),
    ("month before", "in Nov. 9 Januarys", "9", "date"),
    ("month glued to a word", "as ofDecember 31, the", "31", "date"),
    ("month glued to a word", "31 as ofMarch 9 Januarys", "9", "date"),
    ("footnote in brackets", "income (2) rose", "2", "label"),
    ("footnote in brackets", "(30) rose", "30", "label"),
    ("footnote", "For more, see it. 2 For purposes of", "2", "label"),
    ("footnote", "in China. 1. Emissions", "1", "label"),
    ("footnote", "it. 9 For purposes", "9", "label"),
    ("list mark", "3) of these", "3", "label"),
    ("list mark", "16. of these", "16", "label"),
    ("list mark", "0. it", "0", "label"),
    ("list mark", "30) of these", "30", "label"),
    ("section number", "3 Borrowings include", "3", "label"),
    ("section number", "40. WARRANTIES", "40", "label"),
    ("section number", "31) Taxes", "31", "label"),
    ("total", "a total of 1907 reports came", "1907", "quantity"),
    ("total", "the sum of 2000 is due", "2000", "quantity"),
    ("rate", "she earns 2000 a week", "2000", "quantity"),
    ("rate", "1800 per month, she says", "1800", "quantity"),
    ("attributive count", "an 1800-stitch flower", "1800", "quantity"),
    ("year after In", "In 1802 Napoleon", "1802", "year"),
    ("year after In", "In 1802 soldiers fled", "1802", "year"),  # no plural
    ("year after In", "In 1802 men fled", "1802", "year"),
    ("year after In", "In 1600 men fled", "1600", "year"),
    ("early year after In", "In 993, he fled", "993", "year"),
    ("counted people", "of 1600\xa0men, mostly", "1600", "quantity"),  # before the cue "of"
    ("counted people", "the 2000 troops", "2000", "quantity"),
    ("counted people", "in 1950 people", "1950", "quantity"),
    ("counted people", "1998 and 2000 children", "2000", "quantity"),
    ("counted people", "In 1217 men fled", "1217", "quantity"),  # too early for a bare year
    ("yearly figures", "the 1920-style hat", "1920", "year"),  # no count
    ("yearly figures", "the 2007 elections", "2007", "year"),  # no counted plural
    ("yearly figures", "his 2015 estimates", "2015", "year"),
    ("yearly figures", "Our 2019 gains", "2019", "year"),
    ("yearly figures", "fiscal 2019 sales", "2019", "year"),
    ("yearly figures", "the 1900 elections", "1900", "year"),
    ("modern year before a plural", "these 2018 hires", "2018", "year"),
    ("modern year before a plural", "an increase over 2019 levels", "2019", "year"),
    ("modern year before a plural", "other 2018 acquisitions", "2018", "year"),
    ("modern year before a plural", "reported 2018 subscribers", "2018", "year"),
    ("modern year before a plural", "than 2016 totals", "2016", "year"),
    ("modern year before a plural", "from 2015 averages", "2015", "year"),
    ("modern year before a plural", "2022 maturities are small", "2022", "year"),  # it opens the sentence
    ("modern year before a plural", "All 2018 stores opened", "2018", "year"),
    ("modern year before a plural", "compared to 2018 amounts", "2018", "year"),
    ("modern year before a plural", "Prior to 2018 options vested", "2018", "year"),
    ("modern year before a plural", "before 2014 taxes", "2014", "year"),
    ("modern year before a plural", "as of year-end 2018 companies", "2018", "year"),
    ("beside a modern year", "1998 and 2000 models", "2000", "year"),
    ("beside a modern year", "between 2018 and 2019 hazardous waste", "2019", "year"),
    ("beside a modern year", "for 1998, 2000 models", "1998", "year"),
    ("beside a modern year", "1950 and 1900 guns", "1900", "year"),
    ("beside a modern year", "1900 and 1950 guns", "1950", "year"),
    ("counted plural", "1652 prisoners", "1652", "quantity"),
    ("counted plural", "and 1720 apples", "1720", "quantity"),  # before the cue "and"
    ("counted plural", "a 1537 guns ship", "1537", "quantity"),
    ("counted plural", "since 1098 prisoners", "1098", "quantity"),
    ("counted plural", "granted 2012 options", "2012", "quantity"),
    ("counted plural", "May 5, 1022 prisoners", "1022", "quantity"),
    ("counted plural", "1652 prisoners, 1217, 1219 prisoners", "1219", "quantity"),
    ("counted plural", "1998 and 1217 guns", "1217", "quantity"),
    ("whole of a part", "352 out of 1132 total", "1132", "quantity"),
    ("whole of a part", "5 out of 1900 of them", "1900", "quantity"),
    ("year of a life", "Widers (d. 1597 in Rome)", "1597", "year"),
    ("year of a life", "Ann Widers (b. 1597)", "1597", "year"),
    ("year after a comma", "the royal election, 1576.", "1576", "year"),
    ("year after a comma", "the Battle of Agincourt, 1415; then", "1415", "year"),
    ("year after around", "it began around 1904 with them", "1904", "year"),
    ("year after around", "built about 1850 by hand", "1850", "year"),
    ("year cue", "since 1098 they", "1098", "year"),
    ("year cue", "Since 1098 Jews", "1098", "year"),  # a plural of a name
    ("year cue", "in 1098 this", "1098", "year"),
    ("year cue", "ended 1098 during", "1098", "year"),
    ("day before", "on March 8, 1022, he", "1022", "year"),
    ("day before", "on May 3rd, 1022 he", "1022", "year"),
    ("modern year at a mark", "over 1998.", "1998", "year"),  # before the estimates
    ("modern year at a mark", "he said 1925", "1925", "year"),
    ("modern year at a mark", "over 1900.", "1900", "year"),
    ("year in brackets", "a war (1553) he", "1553", "year"),
    ("year in brackets", "a war (1053) he", "1053", "year"),
    ("estimate", "nearly 1700 of them", "1700", "quantity"),
    ("estimate", "over 2006 at", "2006", "quantity"),
    ("estimate", "1700, about 1701 or 1217 of", "1701", "quantity"),
    ("estimate", "Exactly 1217 or 1219 of", "1217", "quantity"),
    ("early modern year", "he met 1845 there", "1845", "year"),
    ("early modern year", "lose 1933 in", "1933", "year"),
    ("early modern year", "he met 1600 there", "1600", "year"),
    ("early modern year", "the Avro 2003 was", "2003", "year"),  # no end of a name
    ("beside a year", "1217, 1219, he", "1217", "year"),
    ("beside a year", "1217, 1219 he", "1219", "year"),
    ("beside a year", "1219, 1000 he", "1000", "year"),
    ("beside a year", "1000, 1219 he", "1219", "year"),
    ("attributive year", "the 1492 population", "1492", "year"),
    ("attributive year", "A 1537 treaty", "1537", "year"),
    ("quantity", "About 20 Pokemon Cards are left", "20", "quantity"),  # no name before it
    ("quantity", "Only 15 Castilian Knights were killed", "15", "quantity"),
    ("quantity", "Sara has pets. With 3 German Shepherds she walks", "3", "quantity"),
    ("quantity", "it costs $12, 5 packs at most", "5", "quantity"),
    ("quantity", "sold 3 for 5 each", "3", "quantity"),  # a price, no ratio
    ("quantity", "fell from 646 to 566 a year", "646", "quantity"),
    ("quantity", "had 20 to 30 men", "20", "quantity"),
    ("quantity", "17 of 30 for 180 passes", "30", "quantity"),
    ("quantity", "led the Cowboys 82 times", "82", "quantity"),  # no name: he led them
    ("quantity", "5 + 3 of them", "5", "quantity"),
    ("quantity", "on his own 5 cows", "5", "quantity"),
    ("quantity", "in a list, 1576 of them", "1576", "quantity"),
    ("quantity", "The number 35 came out", "35", "quantity"),  # a value, no reference
    ("quantity", "they may 5 times", "5", "quantity"),  # a verb, no month
    ("quantity", "a march 3 times", "3", "quantity"),
    ("quantity", "5 may come", "5", "quantity"),
    ("quantity", "the 45 were", "45", "quantity"),  # no rising
    ("quantity", "The Avro 504.5 was", "504.5", "quantity"),
    ("quantity", "0.5 of it", "0.5", "quantity"),  # no leading zero
    ("quantity", "1,802 in all", "1,802", "quantity"),
    ("quantity", "(31) rose", "31", "quantity"),  # too many for footnotes
    ("quantity", "of 32 October", "32", "quantity"),  # no day
    ("quantity", "the 1217", "1217", "quantity"),  # attributive to nothing
    ("quantity", "he met 1217 there", "1217", "quantity"),
    ("quantity", "he met 2101 there", "2101", "quantity"),
    ("quantity", "he met 1700.0 there", "1700.0", "quantity"),
    ("quantity", "pens,5 of them", "5", "quantity"),  # a comma behind a word
    ("quantity", ",5 of 3", "5", "quantity"),
    ("quantity", "-5 men", "5", "quantity"),  # nothing tells a minus from a list mark
    ("quantity", "he fled.5 men", "5", "quantity"),  # a blank is missing
    ("quantity", "5 per person", "5", "quantity"),
    ("quantity", "for weeks 5 of them", "5", "quantity"),
    ("quantity", "the MorphInk (99) editor", "99", "quantity"),
    ("quantity", "a “5)% change", "5", "quantity"),  # a lone bracket
    ("quantity", "the '450 of them", "450", "quantity"),
    ("quantity", "the '.5 of it", ".5", "quantity"),
    ("quantity", "in the 450, he", "450", "quantity"),
    ("quantity", "in the 45; he", "45", "quantity"),
    ("quantity", "of the 45, he", "45", "quantity"),
    ("quantity", "five Avro (504 were", "504", "quantity"),
    ("quantity", "in May 50 were", "50", "quantity"),
    ("quantity", "He said: 5 of them", "5", "quantity"),
    ("quantity", "by c (273 of them", "273", "quantity"),
    ("quantity", "150.5 Taxation", "150.5", "quantity"),
    ("quantity", "§ 3 Borrowings", "3", "quantity"),
    ("quantity", "§ 3) of these", "3", "quantity"),
    ("quantity", "31) of these", "31", "quantity"),
    ("quantity", "on 21 Mayors", "21", "quantity"),
    ("quantity", "the 21 May saw", "21", "quantity"),
    ("quantity", "on 21 may saw", "21", "quantity"),
    ("quantity", "as ofJune 5, the", "5", "quantity"),  # too short to be told from the end of a word
    ("quantity", "it. 12 For purposes", "12", "quantity"),
    ("quantity", "it. 2 of them", "2", "quantity"),
    ("quantity", "it. “2 For purposes", "2", "quantity"),
    ("quantity", "see it 2 For purposes", "2", "quantity"),
    ("quantity", "in 273 ships the emperor", "273", "quantity"),
    ("quantity", "The emperor lost 273, and", "273", "quantity"),
    ("quantity", "he ran it in 273. Then", "273", "quantity"),  # no old times
    ("quantity", "the emperor, in 1,273 of them", "1,273", "quantity"),
    ("quantity", "she has 3 300-page books", "3", "quantity"),  # two numbers
    ("quantity", "in 2019 600 came", "600", "quantity"),
    ("quantity", "at 5 1000 came", "1000", "quantity"),
    ("quantity", "of 13 600,000 were", "13", "quantity"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "number", "role"), CASES)
def test_each_line_decides_its_cases(name, text, number, role):
    """A number of each shape has the role of the first line that applies to it, and of no other."""
    mention = next(m for m in find_numbers(text) if m.numeral == number)
    names = list(decided(text, mention))
    assert name in names
    assert mention.role == role == RULES[names[-1]].role


def test_every_line_has_cases_and_a_name():
    assert list(dict.fromkeys(name for name, *_ in CASES)) == list(RULES)
    assert len(RULES) == len({id(rule) for table in TABLES for rule in table.rules})


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_examples_show_their_rule(rule):
    """Some number of the example that stands beside a rule is decided by it."""
    mentions = [mention for mention in find_numbers(rule.example) if mention.form == "digits"]
    assert any(rule.name in decided(rule.example, mention) for mention in mentions)


@pytest.mark.parametrize(("text", "whole", "magnitude", "hyphenated"), [
    ("for US$1.5 million", "US$1.5 million", "million", False),
    ("for £2.2M in all", "£2.2M", "million", False),
    ("for $5k", "$5k", "thousand", False),
    ("2 Million people", "2 Million", "Million", False),
    ("45 % of them", "45 %", "", False),
    ("in $00k", "$00", "", False),  # the unit of a column
    ("−5 million", "5", "", False),
    ("−5-yard", "5", "", False),
    ("an A5 page", "5", "", False),  # no currency
    ("a $20-note", "$20", "", True),
    ("a $000-note", "$000", "", True),
    ("a 41-yard pass", "41", "", True),
    ("the 9 yard line", "9", "", True),
    ("the $9 yard line", "$9", "", False),
    ("12 pens", "12", "", False),
])  # fmt: skip
def test_what_marks_add_to_a_number(text, whole, magnitude, hyphenated):
    """The rule that decides takes in the mark behind the digits, or leaves it."""
    (mention,) = find_numbers(text)
    assert (mention.text, mention.magnitude, mention.hyphenated) == (whole, magnitude, hyphenated)


@pytest.mark.parametrize(("text", "value", "role"), [
    ("rose from $5 to $12", 5, "money"),
    ("rose from 5 to 10 years", 10, "measure"),
    ("it varies: 5 to 6 men", 5, "quantity"),
    ("its 8.625% Notes", Fraction("8.625"), "percent"),
    ("In 993 villages", 993, "quantity"),
    ("at 30° 18 men came", 18, "quantity"),
])  # fmt: skip
def test_two_amounts_are_no_range(text, value, role):
    assert {m.value: m.role for m in find_numbers(text)}[value] == role


@pytest.mark.parametrize(("text", "value", "role"), [
    ("mature within one to ten years", 10, "range"),
    ("lives between 2 and fifty years", 2, "range"),
    ("range from two to seven years", 2, "range"),
    ("ranging from `64 and `74 a share", 64, "range"),
    ("a three and out", 3, "name"),
    ("a three-and-out", 3, "name"),
    ("mostly two and three wheelers", 2, "name"),
    ("threw a pick six", 6, "name"),
    ("Who win game 7 then?", 7, "reference"),
    ("Since season 37, the show", 37, "reference"),
    ("its 2.625% Convertible Senior Notes", Fraction("2.625"), "name"),
    ("on page twelve she", 12, "reference"),
    ("rode the bus 7 blocks", 7, "quantity"),
    ("the number is 500 more than it", 500, "quantity"),
    ("The number of zip codes is 500.", 500, "quantity"),
    ("On days four and five, he", 5, "reference"),
    ("in house 1, 20 carpets in house 2", 20, "quantity"),
    ("in house 2, and 10 carpets in house 3", 10, "quantity"),
    ("in Grade 4 and 35 students in Grade 5", 35, "quantity"),
    ("on bus 7 and 25 students on bus 9", 25, "quantity"),
    ("of notes 6 and 25 statements", 25, "reference"),
    ("of notes 2, 6 and 25 statements", 25, "reference"),
    ("of Scope 1 and 2 emissions", 2, "reference"),
    ("by winning Games 4 and 5, but", 5, "name"),
    ("her third top ten hit was", 10, "label"),
    ("at the next stop four more people came", 4, "quantity"),
    ("at the next stop 4 more people came", 4, "quantity"),
    ("top ten in May", 10, "label"),
    ("it went to top ten in May", 10, "label"),
    ("the top three of them", 3, "label"),
    ("a top 40 radio hit", 40, "label"),
    ("the top five students won", 5, "quantity"),
    ("the top three ethnic groups grew", 3, "quantity"),
    ("the top 3 monthly wages add up to 90", 3, "quantity"),
    ("the top 10 such cities in the state", 10, "quantity"),
    ("a top 20 country single in two markets", 20, "label"),
    ("in the top 300, ahead of schools", 300, "label"),
    ("among the top 50 of all schools", 50, "label"),
    ("her top ten class", 10, "label"),
    ("the top three highest scores", 3, "quantity"),
    ("a top ten list", 10, "label"),
    ("the top 5 runners won", 5, "quantity"),
    ("the top 10 percent earn", 10, "percent"),
    ("led in Quarters 2 and 3.", 3, "name"),
    ("six Avro 504 and 5 others came", 5, "quantity"),
    ("won Games 4 and 5 players left", 5, "quantity"),
    ("between ages of 5 and 9 years", 9, "range"),
    ("between the ages of 5 and 9.", 5, "range"),
    ("children aged 6 to 11 came", 11, "range"),
    ("Ann is aged 5 and 3 other girls", 3, "quantity"),
    ("went by bus 7 times", 7, "quantity"),
    ("in the room 5 boys", 5, "quantity"),
    ("In the tank 6 were red", 6, "quantity"),
    ("At school 5 boys played", 5, "quantity"),
    ("by car 7 times", 7, "quantity"),
    ("or by milk 7", 7, "quantity"),
    ("How many did she score 7 of?", 7, "quantity"),
    ("they can park 4 there", 4, "quantity"),
    ("Each day 4 buses leave", 4, "quantity"),
    ("Every week 6 trucks arrive", 6, "quantity"),  # not "week 6"
    ("and her brother 5", 5, "quantity"),
    ("in dollars 12", 12, "quantity"),
    ("into groups of size 2", 2, "quantity"),
    ("They number 30 in all", 30, "quantity"),
    ("In her class 2 boys", 2, "quantity"),
    ("the next day 25 more", 25, "quantity"),
    ("an area 51 miles wide", 51, "measure"),
    ("of the formula 12 bottles", 12, "quantity"),
    ("At 4 p.m. 35 boys ran", 35, "quantity"),
    ("She has Ocean's 11 and Bo's 12 pens", 12, "quantity"),
    ("Tom's 11 are red", 11, "quantity"),
    ("Boeing built 747", 747, "quantity"),
    ("pages do chapters 3 and 4 have together?", 4, "reference"),
    ("Players 9 and 13 won.", 13, "reference"),
    ("Lines 4, 6 and 9 carry men", 6, "reference"),
    ("Lines 4, 6 and 9 carry men", 9, "reference"),
    ("She bought chapters 3 and 4 times", 3, "quantity"),
    ("She bought chapters 3 and 4 times", 4, "quantity"),
    ("There are 5 buses and 7 cars", 7, "quantity"),
    ("Buses 5 times a day run", 5, "quantity"),
    ("Buses 5 and 7 times a day run", 7, "quantity"),
    ("Of her dogs 3 and 5 are ill", 3, "quantity"),
    ("She has pens 3 and 5 of them are red", 5, "quantity"),
    ("In years 3 and 5 won", 3, "quantity"),  # a time
    ("She has pens 9 more than Bo", 9, "quantity"),
    ("The number 35 came out", 35, "quantity"),
    ("took three and five", 3, "quantity"),
    ("they played games of 6 rounds", 6, "quantity"),
])  # fmt: skip
def test_words_beside_a_number(text, value, role):
    """Ends of ranges, also in words, terms and numbers of a series are no amounts."""
    assert {m.value: m.role for m in find_numbers(text)}[value] == role
