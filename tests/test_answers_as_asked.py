"""Answers that are read with the help of the row: its texts, and what its question asks for."""

import pytest

from numdiag_datasets.core.schema import RowError
from numdiag_datasets.scoring.answer_extraction.reader import answer_in, read_completion
from tests.test_answer_extraction import named

#: (the trap, the completion, the texts that were asked about, spans, scale)
QUOTED = [
    ("words of a refusal that are quoted", "- the risk that we will be unable to meet our obligations", ["Liquidity risk is the risk that we will be unable to meet our obligations."], ["the risk that we will be unable to meet our obligations"], ""),
    ("a sentence that is quoted is no sentence to look in", "The amortization period is 13.0 years.",
     ["Note: The amortization period is 13.0 years."], ["The amortization period is 13.0 years"], ""),
    ("one that is not quoted is", "The amortization period is 13.0 years.", ["13.0"], ["13.0"], ""),
    ("a name with an and", "Accrued Expenses and Other Liabilities",
     ["Accrued Expenses and Other Liabilities"], ["Accrued Expenses and Other Liabilities"], ""),
    ("a quote is no refusal", "the risk that we cannot be paid", ["It is the risk that we cannot be paid."], ["the risk that we cannot be paid"], ""),
    ("a figure that carries its scale", "£59.1m", ["costs of £59.1m"], ["£59.1m"], ""),
    ("the same, not quoted", "£59.1m", [], ["£59.1"], "million"),
    ("a short phrase stands there by chance", "2019", ["in 2019"], ["2019"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "texts", "spans", "scale"), QUOTED, **named(QUOTED))
def test_what_is_quoted_is_the_answer_as_it_stands(trap, completion, texts, spans, scale):
    read = answer_in("tatqa_a", completion, texts).prediction
    assert ([span.rstrip(".") for span in read.spans], read.scale) == (spans, scale)


#: (the trap, the completion, the problem, what is read) about a word problem.
GIVEN = [
    ("what is left over", "They need 15 tables, leaving 5 seats empty.", ["85 people, 6 seats. How many tables do they need?"], "15"),
    ("what is left over is asked for", "They need 15 tables, leaving 5 seats empty.", ["85 people, 6 seats. How many seats are empty?"], "5"),
    ("and by another sentence", "She sold 13 pens, leaving 5 pens.", ["18 pens. How many pens are left?"], "5"),
    ("dollars are asked for", "Answer: She makes $18 every day by selling 9 eggs.", ["16 eggs at $2. How many dollars does she make?"], "18"),
    ("dollars are asked for, behind a preposition", "Answer: She sells 9 eggs for $18.", ["16 eggs at $2. How many dollars does she make?"], "18"),
    ("two things in a list", "15 tables and 5 seats will be empty.", ["85 people, 6 seats. How many tables do they need?"], "15"),
    ("the other number is asked for", "Hence, she reads 18 pages in 9 minutes.", ["How many minutes for 18 pages?"], "9"),
    ("and if it is the first", "Hence, she reads 18 pages in 9 minutes.", ["How many pages in 9 minutes?"], "18"),
    ("a word is a number too", "Diane will be 25 years old in 6 years.", ["How long until she is twenty-five?"], "6"),
    ("both are given", "So Ann has 4 and Bo has 5.", ["4 or 5"], "4"),
    ("neither is given", "Diane will be 25 years old in 6 years.", ["How old is she?"], "25"),
    ("a repeated result stays", "20 - 13 = 7. So 7 of the 12 are red.", ["7 pens"], "7"),
    ("behind a colon", "Multiply by 100% to get the share: 4%", ["She has 4."], "4"),
    ("the question counts in dozens", "So she needs 5 dozen eggs.", ["How many dozen eggs?"], "5"),
    ("and here it does not", "So she needs 5 dozen eggs.", ["How many eggs?"], "60"),
    ("nor here", "So she needs 2.5 million dollars.", ["How many dozens?"], "2500000"),
    ("a part of the whole", "Of the 30 slices, 15 are left.", ["15 slices"], "15"),
    ("what is said before so", "She had $10 and spent $9, so she had $1 left", ["one pen"], "1"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "texts", "number"), GIVEN, **named(GIVEN))
def test_what_a_word_problem_states_is_not_its_answer(trap, completion, texts, number):
    assert answer_in("gsm8k", completion, texts, question=texts[-1]).prediction.spans == (number,)
    # An answer about a passage is often one of its numbers.
    assert answer_in("drop_num", completion, texts).prediction == answer_in("drop_num", completion).prediction


@pytest.mark.parametrize(("completion", "number"), [
    ("45,047 people are under the age of 29.", "45047"),
    ("So 29 of them, of 45,047, are.", "29"),
    ("They are under 29.", "29"),
])  # fmt: skip
def test_a_number_of_the_question_about_a_passage_is_not_its_answer(completion, number):
    question = "How many people are under the age of 29?"
    assert answer_in("drop_num", completion, ["45,047 people"], question=question).prediction.spans == (number,)


def test_a_question_about_a_passage_may_count_in_millions():
    for question, number in (("How many million tons?", "493.2"), ("How many tons?", "493200000")):
        assert answer_in("drop_num", "493.2 million", [], question=question).prediction.spans == (number,)


#: (the trap, the completion, the problem, what is read as a chain of thought, and as a direct answer)
CHAINS = [
    ("parts in one sentence", "9 go to Bo, 21 remain.", ["30 pens, 9 to Bo"], "21", "21"),
    ("a chain in one sentence", "30 pens, 9 given away, so 21 are left.", ["30 pens, 9 to Bo"], "21", "21"),
    ("numbers in a row", "589, then 571, then 410.", ["589 and 571"], "410", "410"),
    ("facts on lines", "101 pages\n24 more\n\nThat makes 125 pages.", ["101 pages, 24 more"], "125", "125"),
    ("facts with bullets", "- 8\n- 5\n\nThis gives **3**.", ["8 and 5"], "3", "3"),
    ("facts with numbers", "1. 24 tiles at first\n2. 4 tiles then\n\nThere are 6 tiles.", ["24 tiles, 4 in each"], "6", "6"),
    ("a listed passage", "1. 43-yard\n2. 28-yard\n3. 45-yard\n\nThat makes **3**.", [], "3", "3"),
    ("the start, then a calculation", "18 at the start.\n\n18 ÷ 2 = 9\n\nThere are 9 groups.", ["18 and 2"], "9", "9"),
    ("the result is no part of the sum", "8 apples\n+ 3 apples\n= 11 apples", ["8 and 3"], "11", "11"),
    ("a first step", "6 tiles each. For two, 12 tiles.", ["24 and 4, two of them"], "12", "6"),
    ("a share, then the rest", "20% of $45 = $9. $45 − $9 = **$36**.", ["20% off $45"], "36", "36"),
    ("the answer and its reason", "17. She had 5 and bought 12.", ["5 and 12"], "17", "17"),
    ("a line of its own", "17\n\nShe had 5 and bought 12.", ["5 and 12"], "17", "17"),
    ("a base model goes on", " 5\nTo determine how many are left, we subtract 5 from 12, which is 7", ["12 and 5"], "7", "5"),
    ("an answer in one sentence", "12 pens, since 17 - 5 = 12.", ["17 and 5"], "12", "12"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "texts", "chained", "direct"), CHAINS, **named(CHAINS))
def test_a_chain_of_thought_does_not_begin_with_its_answer(trap, completion, texts, chained, direct):
    for as_chain, number in ((True, chained), (False, direct)):
        assert answer_in("gsm8k", completion, texts, as_chain=as_chain).prediction.spans == (number,)


#: (the trap, the question asks for, the completion, the spans, the scale)
CHANGES = [
    ("a fall", "change", "It decreased by 60.71%.", "-60.71", "percent"),
    ("a fall as a noun", "change", "Answer: a decrease of $5.2 million", "-$5.2", "million"),
    ("a fall behind the figure", "change", "60.71% lower", "-60.71", "percent"),
    ("a remark that it is one", "change", "51.2%, a decrease", "-51.2", "percent"),
    ("a fall that has its minus", "change", "It fell by -60.71%.", "-60.71", "percent"),
    ("a rise", "change", "It increased by 60.71%.", "60.71", "percent"),
    ("what it fell to", "change", "The rate fell to 3%.", "3", "percent"),
    ("what fell is something else", "change", "Costs declined, so the change is 12.5%.", "12.5", "percent"),
    ("the fall is asked for", "decrease", "It decreased by 60.71%.", "60.71", "percent"),
    ("a question that is not known", "", "60.71% decrease", "60.71", "percent"),
    ("a minus in words", "", "Answer: negative 60.71 percent", "-60.71", "percent"),
    ("a minus in brackets", "", "(60.71%)", "-60.71", "percent"),
    ("an article", "", "The change is a 12.5% reduction.", "12.5", "percent"),
    ("when it was", "", "The change was 12.5% from 2018 to 2019.", "12.5", "percent"),
    ("when it was, in brackets", "", "104.05% (in 2019)", "104.05", "percent"),
    ("the scale in brackets", "", "104.05 (in millions)", "104.05", "million"),
    ("the scale in brackets in a sentence", "", "It grew by $8,500 (in thousands) between 2018 and 2019.", "$8,500", "thousand"),
    ("a bold sentence", "change", "**The total increased by about 104.05%** in 2019.", "104.05", "percent"),
    ("facts on lines before it", "change", "High in the third quarter: $14.96\nHigh in the fourth: $11.44\nChange: -$3.52", "-$3.52", ""),
    ("facts in the sentence before it", "change", "The losses were (4,697) and (6,760), so the change was 2,063.", "2,063", ""),
    ("a fall by two measures", "change", "That is a reduction of $303 thousand, or **18.93%**.", "-18.93", "percent"),
    ("a quotient with units", "", "$53.0 million / 1,027 employees \u2248 $51,606.62 per employee", "$51,606.62", ""),
    ("a ratio to one", "", "So the ratio is **1.48 : 1**.", "1.48", ""),
    ("the same, rounded, with a sign", "", "The average is $23,496,115, or roughly $23.5 million.", "$23,496,115", ""),
    ("a fall behind its signed value", "", "**Difference:** $3,995 - $11,414 = **-$7,419** thousand.\n\nThe total balance decreased by $7,419 thousand in 2019.", "-$7,419", "thousand"),
    ("a unit of several words", "", "So the difference is 73.6 cents per share.", "73.6", ""),
    ("a unit with a formula", "", "Answer: \u2212301.9 tonnes of CO2e", "-301.9", ""),
    ("a phrase and no unit", "", "Answer: 14 days after delivery", "14 days after delivery", ""),
    ("a bullet is no minus", "", "Answer:\n- 154 million", "154", "million"),
    ("a scale behind a box in LaTeX", "", "Answer: $\\boxed{154}$ million", "154", "million"),
    ("a percent sign behind a box", "", "So it is \\boxed{39.47}\\%.", "39.47", "percent"),
    ("both in LaTeX", "", "$\\boxed{39.47}\\%$", "39.47", "percent"),
    ("a percent sign behind bold", "", "The change is **39.47**%.", "39.47", "percent"),
    ("a number in LaTeX", "", "Answer: $154$ million", "154", "million"),
    ("a short sentence", "", "Answer: It is $154 million.", "$154", "million"),
    ("a result", "", "Answer: The result is 39.47%.", "39.47", "percent"),
    ("a rounding", "", "Answer: 39.47%, rounded to two decimal places", "39.47", "percent"),
    ("a remark behind a scale", "", "Answer: $154 million, which is an increase.", "$154", "million"),
    ("a verb", "", "First find it. Thus, it amounts to $154 million.", "$154", "million"),
    ("a scale as a second part", "", "Answer: 154.4; million", "154.4", "million"),
    ("a scale behind a comma", "", "Answer: 16.18, percent", "16.18", "percent"),
    ("no scale as a second part", "", "Answer: 0.95; none", "0.95", ""),
    ("a scale in other brackets", "", "Answer: $154.4 [million]", "$154.4", "million"),
    ("a scale behind a dash", "", "Answer: 154.4 - million", "154.4", "million"),
    ("a scale without brackets", "", "Answer: 1,296,660 in thousands", "1,296,660", "thousand"),
    ("a multiple", "", "The ratio is 1.35x.", "1.35", ""),
    ("a heading", "", "### Answer\n\n49.92%", "49.92", "percent"),
    ("a bold heading", "", "**Final Answer**\n**$5.2 million**", "$5.2", "million"),
    ("a heading before reasons", "", "## Answer\n49.92%\n\n## Explanation\nThe rise is 3 / 6.01.", "49.92", "percent"),
    ("a heading behind reasons", "", "# Reasoning\nFirst subtract 5 from 8.\n\n# Result\n3", "3", ""),
    ("a heading of all of it", "", "### Solution\n\nThe change is 49.92%.", "49.92", "percent"),
    ("a name below a heading", "", "### Final answer\n\nNorth America", "North America", ""),
    ("a currency's code", "", "The revenue in 2019 was EUR 29.4 million.", "29.4", "million"),
    ("a code without a space", "", "RMB29,423 million", "29,423", "million"),
    ("letters that are no currency", "", "IAS 18", "IAS 18", ""),
    ("a share of something", "", "The branch accounted for 39.47% of total revenues in Q4 2019.", "39.47", "percent"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("asks", "completion", "span", "scale"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES]
)
def test_the_direction_of_a_change_is_read(asks, completion, span, scale):
    question = f"What was the percentage {asks} in revenue?" if asks else ""
    read = answer_in("tatqa_a", completion, question=question).prediction
    assert (read.spans, read.scale) == ((span,), scale)


@pytest.mark.parametrize(("completion", "years"), [
    ("The total was largest in 2018, at $95 thousand (versus $89 thousand in 2019).", ("2018",)),
    ("Both years: 2019 ($6.8 million) and 2018 ($8.1 million).", ("2019", "2018")),
    ("fiscal 2019", ("fiscal 2019",)),
    ("2019; 2018", ("2019", "2018")),
])  # fmt: skip
def test_of_a_question_for_years_they_are_the_answer(completion, years):
    question = "In which years did the total exceed $5 million?"
    assert answer_in("tatqa_a", completion, question=question).prediction.spans == years


BASED = "Revenue by region is based on the billing address of the client."
INCLUDES = "Interest expense includes interest on long-term debt."
TWO = "Raw materials were $3 million in 2018 and $90 million in 2019."


@pytest.mark.parametrize(("question", "completion", "spans"), [
    ("What is revenue by region based on?", BASED, ("the billing address of the client.",)),
    ("What does interest expense include?", INCLUDES, ("interest on long-term debt.",)),
    ("Over what period would the expense be recognized?", "The expense would be recognized over a weighted-average period of 2.9 years.", ("a weighted-average period of 2.9 years",)),
    ("What affected the rate?", "The rate was affected by lower taxes in Ohio.", ("lower taxes in Ohio",)),
    ("Why did revenue increase?", "Revenue increased due to higher volumes.", ("due to higher volumes",)),
    ("What is the main reason?", "The main reason is that revenue is recognized when control passes.", ("that revenue is recognized when control passes",)),
    ("How is cost measured?", "Costs are measured at the lower of cost and value.", ("at the lower of cost and value",)),
    ("What is included in the plans?", "Such plans include closing sites and moving staff.", ("closing sites and moving staff",)),
    ("What is included in the plans?", "Closing sites and moving staff are included in the plans.", ("Closing sites and moving staff",)),
    ("Why did costs decrease?", "Costs decreased because of a benefit of about $2.2 billion in Ohio.", ("because of a benefit of about $2.2 billion in Ohio",)),
    ("What was the reason for the fall?", "The fall was mainly due to a benefit of $2.2 billion in 2019.", ("mainly due to a benefit of $2.2 billion in 2019",)),
    ("What are the segments?", "The segments are Segment A and Segment B.", ("Segment A", "Segment B")),
    ("What was revenue in 2019?", "Revenue in 2019 was $5 million.", ("$5",)),
    ("What is said of revenue?", BASED, (BASED,)),  # its subject is not all in the question
    ("What are the respective raw materials in 2018 and 2019?", TWO, ("$3", "$90")),
    ("What were raw materials in 2019?", "Raw materials were $90 million in 2019.", ("$90",)),
])  # fmt: skip
def test_a_sentence_that_repeats_the_question_has_its_answer_behind_it(question, completion, spans):
    assert answer_in("tatqa_a", completion, [BASED, INCLUDES, TWO], question=question).prediction.spans == spans


#: (the trap, the question, the completion, the span)
NAMES = [
    ("the rest of the question follows", "Which segment has a higher change?", "Software and other has a higher change (25% versus 8%).", "Software and other"),
    ("and begins like another verb", "Who is the company's auditor?", "Deloitte is the company's auditor for 2019.", "Deloitte"),
    ("its figure follows", "Which segment has a higher change?", "The segment with the higher change is Software and other, with 25%.", "Software and other"),
    ("its figure follows in brackets", "Which segment has a higher change?", "Answer: Software and other (25%)", "Software and other"),
    ("a name with brackets of its own", "Which item is first?", "Earnings per share (cents)", "Earnings per share (cents)"),
    ("a name alone", "Which model did they use?", "Black-Scholes option pricing model", "Black-Scholes option pricing model"),
    ("a figure is asked for", "What share has the segment?", "25%", "25"),
    ("before reasons that repeat the question", "Which item was higher?", "Item A was 5 and item B was 7, so item B was higher.", "item B"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "question", "completion", "span"), NAMES, **named(NAMES))
def test_of_a_question_for_a_name_it_is_the_answer(trap, question, completion, span):
    assert answer_in("tatqa_a", completion, question=question).prediction.spans == (span,)


#: (the trap, the question, the completion, the scale)
LEADS = [
    ("in a line before a list", "What were the losses in 2019 and 2018?", "The losses (in thousands of dollars):\n- **2019:** $(5,062)\n- **2018:** $(1,433)", "thousand"),
    ("in a line behind it", "What was the loss in 2019?", "Answer: $5,062\n\n(All figures are in thousands.)", "thousand"),
    ("before a sum", "What was the total?", "In millions: 3 + 4 = 7.", "million"),
    ("before a quotient", "What was the ratio?", "In millions: 3 / 4 = 0.75.", ""),
    ("before an amount per share", "What were earnings per share?", "(in thousands, except per share data) Answer: $5,062", ""),
    ("with an exception", "What was diluted EPS?", "All is in thousands except shares. Answer: $5,062", ""),
    ("before a count", "How many years had losses?", "All figures are in thousands. Answer: 2", ""),
    ("two scales", "What was the loss?", "One is in thousands, one in millions. Answer: $5,062", ""),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "question", "completion", "scale"), LEADS, **named(LEADS))
def test_a_scale_that_is_told_for_all_figures(trap, question, completion, scale):
    read = answer_in("tatqa_a", completion, ["$(5,062)", "$5,062", "(1,433)"], question=question).prediction
    assert read.scale == scale


def test_values_that_follow_their_years_in_a_list():
    question = "What were sales in 2019 and 2018 respectively?"
    read = answer_in("tatqa_a", "- 2019: $1,659 thousand\n- 2018: $1,433 thousand", question=question).prediction
    assert (read.spans, read.scale) == (("$1,659", "$1,433"), "thousand")


@pytest.mark.parametrize("completion", [
    "**Answer:**\n- 2019\n- 2018", "Answer:\n* 2019\n* 2018", "Answer:\n1. 2019\n2. 2018", "Answer:\n2019\n2018", "Answer:\n\n- 2019\n- 2018",
    "### Answer\n\n- 2019\n- 2018", "Answer: 2019; 2018", "Answer: 2019;\n2018", "2019;\n2018", "2019\n2018", "Answer: 1. 2019; 2. 2018", "Answer: (1) 2019; (2) 2018", "Answer: 2019; and 2018",
])  # fmt: skip
def test_a_list_below_its_announcement(completion):
    assert answer_in("tatqa_a", completion).prediction.spans == ("2019", "2018")


def test_two_names_that_the_texts_have_apart_are_two_spans():
    texts = ["UK", "Ireland", "Sales and Marketing"]
    assert answer_in("tatqa_a", "UK and Ireland", texts).prediction.spans == ("UK", "Ireland")
    assert answer_in("tatqa_a", "Sales and Marketing", texts).prediction.spans == ("Sales and Marketing",)


def test_the_published_wording_of_an_edited_row_is_a_quote_too():
    """Drops accept it, so it must be read the same on both."""
    row = {
        "dataset": "tatqa_a", "question": "Over which period?", "table": [["one pound"]],
        "context": ["It is recognized over two point five years."],
        "edits": [
            {"field": "context[0]", "start": 22, "before": "2.5", "after": "two point five"},
            {"field": "table[0][0]", "start": 0, "before": "£1m", "after": "one pound"},
        ],
    }  # fmt: skip
    assert read_completion(row, "Answer: 2.5 years").spans == ("2.5 years",)
    assert read_completion(row, "Answer: two point five years").spans == ("two point five years",)
    assert read_completion(row, "Answer: £1m").spans == ("£1m",)
    with pytest.raises(RowError, match="is not at 22"):
        read_completion(row | {"context": ["It is over."]}, "2.5 years")


def test_a_figure_in_words_has_the_currency_that_it_is_given():
    texts = ["seven dollars", "seven"]
    assert answer_in("tatqa_a", "seven million", texts).prediction.spans == ("seven",)
    assert answer_in("tatqa_a", "seven million dollars", texts).prediction.spans == ("seven dollars",)


def test_a_list_after_its_verb():
    assert answer_in("tatqa_a", "Thus, the result is $672; $15.").prediction.spans == ("$672", "$15")


def test_a_number_alone_is_no_sentence_even_if_the_problem_has_it():
    """Scores warn of many answers that were read from a sentence."""
    assert answer_in("gsm8k", "**16**", ["She has 16 pens."]).rule == "leading"


@pytest.mark.parametrize("completion", [
    "Answer: $58 (2019), $49 (2018) (in thousands)", "$58 thousand in 2019, $49 thousand in 2018", "Sales were $58 thousand in 2019 and $49 thousand in 2018.",
    "2019: $58 thousand, 2018: $49 thousand",
    "Answer: $58 thousand (2019); $49 thousand (2018)", "Answer: $58 thousand in 2019; $49 thousand in 2018", "Answer: 2019: $58 thousand; 2018: $49 thousand",
])  # fmt: skip
def test_a_list_whose_values_name_their_years(completion):
    read = answer_in("tatqa_a", completion).prediction
    assert (read.spans, read.scale) == (("$58", "$49"), "thousand")


def test_one_value_of_two_years_is_one():
    read = answer_in("tatqa_a", "It was $5 million in 2019 and 2018.").prediction
    assert (read.spans, read.scale) == (("$5",), "million")


def test_a_quoted_span_has_no_blanks_around_it():
    texts = ["The rate of compensation increase and the expected discount rate used."]
    read = answer_in("tatqa_a", "rate of compensation increase; expected discount rate used", texts).prediction
    assert read.spans == ("rate of compensation increase", "expected discount rate used")


#: (the trap, the completion, the spans)
UNITS = [
    ("a unit that the text has", "The period is 2.5 years.", ("2.5 years",)),
    ("a unit that it lacks", "The period is 3.5 years.", ("3.5",)),
    ("a longer number of the text", "It is .5 years.", (".5",)),
    ("a unit that gold answers lack", "The number is 40 shares.", ("40",)),
    ("a scale", "It is 13 percent.", ("13",)),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "spans"), UNITS, **named(UNITS))
def test_a_figure_with_its_unit_is_quoted(trap, completion, spans):
    texts = ["It is recognized over 2.5 years, by 13 percent, for 40 shares."]
    assert answer_in("tatqa_a", completion, texts).prediction.spans == spans


#: (the trap, the completion, the number) for a problem with 30 women and 22 men
ON_THE_WAY = [
    ("a number of the problem", "Answer: They started with 30 women. They used 22. So they have **8** left.", "8"),
    ("a list of them", "**Answer:**\n- Initial: 30\n- Change: 22\n- 30 - 22 = 8", "8"),
    ("the answer before its reason", "Answer: 8 women are left. There were 30, and 22 left.", "8"),
    ("an offer of more", "Answer: She has 22 pens.\n\nI can solve 3 more problems.", "22"),
    ("the answer before a check", "Answer: 8. 8 + 22 = 30.", "8"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "number"), ON_THE_WAY, **named(ON_THE_WAY))
def test_an_announced_number_of_the_problem_is_on_the_way_to_the_answer(trap, completion, number):
    texts = ["There were 30 women and 22 men."]
    assert answer_in("svamp", completion, texts).prediction.spans == (number,)


#: (the trap, the completion, the spans, the scale)
IN_WORDS = [
    ("the scale before the currency", "twenty-nine million dollars", ("twenty-nine dollars",), "million"),
    ("no currency", "Answer: twenty-nine million", ("twenty-nine dollars",), "million"),
    ("a scale that the text has", "two million dollars", ("two million dollars",), ""),
    ("a share", "The rate is one point five percent", ("one point five percent",), ""),
    ("another number", "thirty million dollars", ("30",), "million"),
    ("a number that is part of a word", "nine", ("9",), ""),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "completion", "spans", "scale"), IN_WORDS, **named(IN_WORDS))
def test_a_figure_in_words_is_told_as_the_texts_tell_it(trap, completion, spans, scale):
    texts = ["twenty-nine dollars", "It cost two million dollars, or one point five percent of sales."]
    read = answer_in("tatqa_a", completion, texts).prediction
    assert (read.spans, read.scale) == (spans, scale)
