"""What language models write after a prompt, and the prediction that is read out of it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.scoring.answer_extraction.last_turn import final_turn
from numdiag_datasets.scoring.answer_extraction.plain_text import plain_text
from numdiag_datasets.scoring.answer_extraction.reader import answer_in, answer_line, from_answer_line
from numdiag_datasets.scoring.predictions import Prediction
from numdiag_datasets.scoring.scorers import scorer_of

#: (the trap, the completion, what is read) of a model that was asked for an equation.
EQUATIONS = [
    ("bare", " 12 + 5", "12 + 5"),
    ("the result is not the equation", "12 + 5 = 17", "12 + 5"),
    ("a slip of calculation is no contradiction", "12 + 5 = 18", "12 + 5"),
    ("the result comes first", "17 = 12 + 5", "12 + 5"),
    ("a label", "Equation: 12 + 5", "12 + 5"),
    ("a bold label", "**Equation:** 12 + 5 = 17", "12 + 5"),
    ("an unknown", "x = 12 + 5", "12 + 5"),
    ("a named unknown", "total_apples = 12 + 5", "12 + 5"),
    ("a bracket at the start", "(12 + 5) * 2", "(12 + 5) * 2"),
    ("a bracket at the end", "2 * (12 + 5)", "2 * (12 + 5)"),
    ("a bracket of the sentence", "We add (so it is 12 + 5).", "12 + 5"),
    ("nested square brackets", "[(12 + 5) × 2] ÷ 4", "((12 + 5) * 2) / 4"),
    ("typographic signs", "12 × 5 ÷ 2 − 1", "12 * 5 / 2 - 1"),
    ("an x that multiplies", "12 x 5", "12 * 5"),
    ("an x without spaces", "12x5", "12 * 5"),
    ("currency and commas", "$1,250 + $3.50", "1250 + 3.50"),
    ("units", "12 apples + 5 apples = 17 apples", "12 + 5"),
    ("rounded up", "ceil(122 / 15)", "ceil(122 / 15)"),
    ("rounded up by a sign", "\u2308122 / 15\u2309", "ceil(122 / 15)"),
    ("rounded up in LaTeX", "$\\left\\lceil 122 / 15 \\right\\rceil$", "ceil(122 / 15)"),
    ("rounded up by another name", "CEILING(122 / 15)", "ceil(122 / 15)"),
    ("rounded down by a sign", "\u230a122 / 15\u230b", "floor(122 / 15)"),
    ("rounded, then added", "floor(122 / 15) + 1", "floor(122 / 15) + 1"),
    ("no spaces", "12-5", "12 - 5"),
    ("a negative operand", "-3 + 5", "-3 + 5"),
    ("a negative operand in a sentence", "The equation is -3 + 5", "-3 + 5"),
    ("a bullet is no minus", "- 12 + 5 = 17", "12 + 5"),
    ("a negative bracket", "20 - (-3)", "20 - (-3)"),
    ("a full stop is no decimal point", "12 + 5.", "12 + 5"),
    ("a question mark", "12 + 5 = ?", "12 + 5"),
    ("text after a newline", "12 + 5\n\nShe has 3 * 4 more.", "12 + 5"),
    ("a sentence first", "Add them up:\n\n12 + 5 = 17", "12 + 5"),
    ("numbers of the story first", "She has 12 and gets 5:\n12 + 5", "12 + 5"),
    ("another problem", "12 + 5\n\nProblem: 3 - 1?\nEquation: 3 - 1", "12 + 5"),
    ("LaTeX", "\\[ 12 \\times 5 \\]", "12 * 5"),
    ("units in LaTeX", "\\[ 12 \\text{ red} + 5 \\text{ blue} = 17 \\text{ pens} \\]", "12 + 5"),
    ("a quotient in LaTeX", "\\(\\frac{12}{5}\\)", "12 / 5"),
    ("a box", "\\boxed{12 + 5}", "12 + 5"),
    ("code", "```python\nx = 12 + 5\n```", "12 + 5"),
    ("a thought", "<think>12 - 5?</think>12 + 5", "12 + 5"),
    ("an answer alone is a value", "Answer: 17", "17"),
    ("an answer alone with its unit", "x = $1,250.", "1250"),
    ("an equation that must be solved", "12x + 5 = 29", ""),
    ("a letter in it", "12 + n = 17", ""),
    ("words in it", "92 - 4 * 9 - Ann's pictures", ""),
    ("words at its start", "pictures - 4 * 9", ""),
    ("cut", "12 + (5 -", ""),
    ("a share is no plain operand", "20% * 50", ""),
    ("a sentence with a number", "She has 12 apples.", ""),
    ("nothing", "", ""),
    ("no text of code is run", "__import__('os').system('ls')", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("completion", "equation"), [case[1:] for case in EQUATIONS], ids=[case[0] for case in EQUATIONS]
)
def test_an_equation_is_read(completion, equation):
    read = answer_in("asdiv_a", completion, as_equation=True)
    assert "".join(read.prediction.spans) == equation
    assert read.is_unreadable == (not equation)
    assert completion[read.start : read.end] == read.text


@given(st.text(alphabet="0123456789.,+-*/x=()[] $%\n", max_size=80))
def test_what_is_read_as_an_equation_is_one(completion):
    for span in answer_in("svamp", completion, as_equation=True).prediction.spans:
        assert parse_equation(span).text == span


#: (the trap, the completion, what is read) for a problem with a number as its answer; `LABELLED` has longer ones of every kind.
NUMBERS = [
    ("a remark on its size", "30 - 9 = 21.\nAnswer: 21\n\nThe answer is smaller than 30, which is good.", "21"),
    ("a remark on its kind", "Answer: 21\n\nNote: the answer is an integer and below 30.", "21"),
    ("a remark on its sign", "Answer: 21\n\nSo the answer is positive and below 30.", "21"),
    ("a remark on its source", "Answer: 21\n\nThe answer is based on the given 30 pens.", "21"),
    ("a remark on its unit", "Answer: 21\n\nThe final answer is in pens, not in packs of 9.", "21"),
    ("a remark on another case", "Answer: 21\n\nThe answer would be 39 if she had received pens.", "21"),
    ("a remark on its calculation", "Answer: 21\n\nThe answer is the difference of 30 and 9.", "21"),
    ("a remark on its steps", "Answer: 21\n\nThe answer was found in 2 steps.", "21"),
    ("a remark that it fits", "Answer: 21 pens. The answer is reasonable because 21 < 30.", "21"),
    ("a remark on its rounding", "21\n\nThe answer is rounded to 2 decimal places.", "21"),
    ("a remark on its check", "21\n\nThe answer is verified by 21 + 9 = 30.", "21"),
    ("an apology", "Answer: 39\n\nI apologize for the confusion. She has 21 pens left.", "21"),
    ("a denial of all above", "Answer: 39\n\nThe above is wrong. 30 - 9 = 21.", "21"),
    ("or rather", "Answer: 39, or rather 21", "21"),
    ("a list of one answer", "Answer: 1) 21", "21"),
    ("a total of something else", "Answer: 21\n\nTotal: 30.", "21"),
    ("a total below parts", "Answer:\nApples: 30\nPears: 12\nTotal: 42", "42"),
    ("a remark behind a direct answer", "21\n\nThe answer is smaller than 30.", "21"),
    ("a longer correction", "Answer: 413. Actually, that counts the 571 twice; the correct number is 410.", "410"),
    ("a correction in a sentence", "Answer: 67.53... oops, I used the wrong operation. It's 70.53.", "70.53"),
    ("a correction in brackets", "Answer: 87\n(Corrected: 84)", "84"),
    ("the same in other words", "Answer: 87 (should be 84)", "84"),
    ("a correction after a comma", "Answer: 87, sorry, 84", "84"),
    ("a contradiction", "Answer: 87\n\nThis contradicts the text, so it must be 84 instead.", "84"),
    ("an update", "Answer: 87\n\nUpdate: after rereading the question the result is 84.", "84"),
    ("a calculation behind a colon", "It is 3: 7 - 4.", "3"),
    ("what was given", "There are 12 penguins, given 36 and 5.", "12"),
    ("a denial of the answer", "Answer: 14\n\nActually, that is wrong: 13.", "13"),
    ("the same in the next sentence", "So the answer is 14. But 16 − 3 = 13, so that is not correct. It must be 13.", "13"),
    ("the same in the same one", "Answer: 14, wait, no, 13", "13"),
    ("a no", "14\n\nNo, 13.", "13"),
    ("an admission", "The answer is 14. My bad, 13.", "13"),
    ("an edit", "Answer: 14\n\nEdit: 13", "13"),
    ("no denial", "No, he cannot. He has 14 pens.", "14"),
    ("half of what is told", "half of 30", None),
    ("and twice that", "twice 30", None),
    ("another verb for equals", "521 − 154 comes to 367.", "367"),
    ("a bound is no answer", "Answer: more than 16", None),
    ("a bound as a sign", "Answer: ≥ 16", None),
    ("a bound in other words", "up to 16", None),
    ("a second answer in brackets", "Answer: 30 (or 35)", None),
    ("the same value again", "Answer: 16 (or 16.0)", "16"),
    ("nor is the other one", "The answer is less than 16 pens.", None),
    ("as many as are needed", "Answer: at least 16", "16"),
    ("a struck-out number", "~~36~~ 26", "26"),
    ("another struck-out number", "~~11~~ 8", "8"),
    ("a struck-out line", "~~So 36.~~\n\nSo she has 26 pens.", "26"),
    ("a rounding with its own name", "85/6 = 14.1667. Rounding up: **15 tables**.", "15"),
    ("a guess behind a refusal", "The problem does not give enough information to find the number. 15 and 5 are given, but nothing else. A guess such as 10 would not be justified.", None),
    ("a refusal that is overcome", "There is not enough information on Bo. But Ann has 5 + 7 = 12.", "12"),
    ("a comparison behind the answer", "The father is 40, which is 28 years older than Ann.", "40"),
    ("another wording", "A total of 30 stickers, 15 of which come from the packs.", "30"),
    ("a comparison without a verb", "He is 40 yrs. old, 32 years older than his son.", "40"),
    ("a reason behind it", "The father is 40 years old, given that the brother is 8.", "40"),
    ("a reason with a calculation", "The father is 5 × 8 = 40 years old, since the brother is 12 − 4 = 8.", "40"),
    ("a part behind it", "Mia now has 30 stickers, of which 15 are new.", "30"),
    ("a difference behind it", "Mia ends up with 30 stickers, i.e. 6 more than the 24 she started with.", "30"),
    ("one of them behind it", "Kasay made 4 field goals, the longest being 52 yards.", "4"),
    ("the parts in a bracket below", "Final count → 30 stickers\n\n(24 initial, −9 given, +15 bought)", "30"),
    ("steps behind the announcement", "Answer:\n\n40 - 10 = 30\n\n30 - 22 = 8\n\nTherefore, there are 8 women.", "8"),
    ("the same as a list", "Answer:\n1. 40 - 10 = 30\n2. 30 - 22 = 8\n\n**8**", "8"),
    ("the same in one line", "The answer is 40 - 10 = 30, then 30 - 22 = 8", "8"),
    ("a check behind the announced number", "Answer: Tom has 12 left. Check: 12 + 5 = 17.", "12"),
    ("facts behind it", "The answer is twelve. Tom had 5 and got 7.", "12"),
    ("a result on the next line", "Answer: 408 - 42\n\n= **367**", "367"),
    ("a bold result there", "Answer: 408 - 42\n**367**", "367"),
    ("a result in brackets", "Answer: 408 - 42 (which is 367)", "367"),
    ("a result behind a verb", "Answer: 408 - 42, giving us 367 students", "367"),
    ("a result in other words", "Answer: 408 - 42, i.e. **367**", "367"),
    ("a verb that is no unit", "Answer: 408 - 42 gives us 367", "367"),
    ("a conclusion below", "Answer: 408 - 42\nSo, 367 students.", "367"),
    ("an amount of another thing", "Answer: $5 per item for 2 items", "5"),
    ("a result in the next sentence", "The answer is 408 - 42. This equals 367.", "367"),
    ("a bold calculation", "Answer: **4 * 5** = **21**", "21"),
    ("a bold equals sign", "**Answer: 408 - 42 =** 367", "367"),
    ("LaTeX up to the equals sign", "Answer: $408 - 42 =$ **367**", "367"),
    ("a question mark for the result", "Answer: 20.8 - 8.3 = ?\n20.8 - 8.3 = 13.5", "13.5"),
    ("dollars within LaTeX", "Answer: $20 + 72 = \\$93$", "93"),
    ("the same without an announcement", "$$18 * 4 = \\$72$$\n$$20 + 72 = \\$92$$", "92"),
    ("a currency sign before the bold number", "Answer: 20 + 72 = $**93**", "93"),
    ("a list of one item", "1. **8 women**", "8"),
    ("no list", "1. 0\nTo find out", None),
    ("the same with a calculation", "1. 30 - 22 = 8", "8"),
    ("a rate", "Answer: $30/hour × 22 hours = **$660**", "660"),
    ("a unit with a hyphen", "Answer: 44 push-ups - 9 push-ups = 35 push-ups", "35"),
    ("a minus sign before a bracket", "Answer: 6 − (3 + 2) = **1**", "1"),
    ("an escaped sign", "Answer: (3 \\* 8) + 9 = **33**", "33"),
    ("a new calculation", "Answer: 30. Let me recalculate. 30 - 22 = 8.", "8"),
    ("a bold result", "Answer: 26 - 9 = **20**", "20"),
    ("the same with its unit", "The answer is 8 pens + 5 pens = **$14**.", "14"),
    ("the same behind an arrow", "**Answer:** 8 + 5 → **14**", "14"),
    ("an arrow in LaTeX", "Answer: 8 + 5 \\Rightarrow 14", "14"),
    ("LaTeX that ends before the result", "Answer: $9 \\times 60$ = 541", "541"),
    ("the result before its calculation", "Answer: 14 = 8 + 5", "14"),
    ("a rounded bold result", "#### 1000 / 3 = __333.33__", "333.33"),
    ("a label and a sum", "Answer: Total cost: $160 (40 + 100)", "160"),
    ("a label and parts in words", "Answer: Total: 900 (540 on Monday and 360 on Tuesday)", "900"),
    ("a calculation in words", "Answer: $540 on Monday + $360 on Tuesday = $900", "900"),
    ("the same with a price", "Answer: 75 shirts at $12.50 each = $937.50", "937.50"),
    ("a reason that calculates something else", "Answer: 5 boxes, since 48 / 10 = 4.8", "5"),
    ("a reason without a comma", "Answer: 5 boxes are needed because 48 / 10 = 4.8", "5"),
    ("what was before", "Answer: Ann keeps 12 apples, having given 5 to Tom.", "12"),
    ("words with their digits", "Answer: twenty-one (21)", "21"),
    ("the same before a unit", "So they need two hundred and one (201) boxes.", "201"),
    ("the same with decimals", "It is **twelve point one (12.1)** hours.", "12.1"),
    ("the same in money", "one thousand two hundred dollars ($1,200)", "1200"),
    ("the same for each operand", "Mary has three (3) and Bob five (5), so they have eight (8).", "8"),
    ("words with another number", "They bought twenty-two pens (5 red ones).", "22"),
    # a short line before the announced answer is no answer
    ("a sentence with numbers, then the answer", "We add 12 and 30.\nAnswer: 42", "42"),
    ("a calculation, then the answer", "Calculation: 44 - 2\n\nAnswer: 42", "42"),
    ("what is given, then the answer", "Given: 12 apples, 30 more\nAnswer: 42", "42"),
    ("a step, then the answer", "Step 1: read the problem.\nAnswer: 42", "42"),
    ("a thought, then the answer", "Thought: she started with 12.\nAnswer: 42", "42"),
    ("how sure, then the answer", "Confidence: 95%\nAnswer: 42", "42"),
    ("an amount alone, then what a base model makes up", "42 apples\nAnswer: 17", "42"),
    ("money alone, then what a base model makes up", "$42.\nSolution: 17", "42"),
    ("a sum in a column", "1250\n3400\n----\n4650", "4650"),
    ("a difference in a column of a block", "```\n  9.80\n- 4.35\n------\n  5.45\n```", "5.45"),
    ("dollars in words", "Five dollars and 45 cents", "5.45"),
    ("one dollar", "It costs one dollar and 25 cents.", "1.25"),
    ("one cent", "5 dollars and one cent", "5.01"),
    ("cents in words", "She pays 5 dollars and forty-five cents.", "5.45"),
    ("another unit behind it", "34.8 miles \u2248 56 km", "34.8"),
    ("another currency behind it", "$5.45 \u2248 \u20ac5", "5.45"),
    ("a value that is rounded", "34.8 miles \u2248 35 miles", "35"),
    ("a source", "4,650 [source: lines 1-2]", "4650"),
    ("italics", "*42*", "42"),
    ("italics in a sentence", "So she has _42 apples_.", "42"),
    ("signs that are no italics", "2 *3* 4 = 24", "24"),
    ("a calculation on two lines", "Answer:\n51 \u00f7 3\n= 17 packages", "17"),
    ("what the terms of a sum are", "38 (to Africa) + 80 (to Asia) = 118 bird families.", "118"),
    ("parts in brackets behind a comparison", "Answer: There are 4 more green ones than red ones (6 green, 2 red).", "4"),
    ("how it was found, in a sentence", "There are 807 more. To get this you take 841 boys and subtract 34 girls.", "807"),
    ("what it is left with", "She gives away 20 - 12 = 8 games to be left with 12.", "8"),
    ("the same, rounded", "About 1,201,565 live there, i.e. roughly 1.2 million.", "1201565"),
    ("what is not counted", "There are 18 left. The 22 from outside aren't counted.", "18"),
    ("a total that a calculation follows", "Total: $4500\nRest: $4500 - $600 = $3900\nHours: $3900 / $15 = 260\n\nHe works 260 hours, or about six weeks.", "260"),
    # a check of the result takes nothing back
    ("a check that is confirmed", "There are 54 lamps. Let me verify: 54 - 25 = 29 and 29 + 19 = 48. Correct.", "54"),
    ("a check on a line", "So there are 54 lamps.\nLet me double-check: 54 - 25 + 19 = 48. Yes, it matches.", "54"),
    ("a check of two steps", "She has 30 apples. Let me check: 30 + 5 = 35, 35 - 23 = 12. Yes.", "30"),
    ("we can check", "It is 30. We can check: 30 + 5 = 35 and 35 - 23 = 12.", "30"),
    ("a reason of the result", "It is 30. This is correct because 30 + 5 = 35.", "30"),
    ("no check, but a step", "Let me check what she has: 23 + 12 = 35. Then 35 - 5 = 30.", "30"),
    ("a check that finds another result", "She has 40. Let me check: 23 + 12 = 35, 35 - 5 = 30.", "30"),
    ("a sanity check", "There are 18 girls in the class. Sanity check: 18/30 = 60%, and 40% + 60% = 100%.", "18"),
    ("a substitution", "15w = 180, so w = 12.\n\nSubstituting back: 15(12) = 180", "12"),
    ("a substitution that goes on", "So p = 58 / 2 = 29.\nSubstituting that into j = p + 12, we get j = 29 + 12 = 41.", "41"),
    ("a quotient that is rounded", "90 / 40 = 2.25, so we need to round up. The school needs 3 buses.", "3"),
    ("what would be otherwise, after a bold result", "Kylar pays **$64**.\n\nWithout the discount he would have paid $80, so he saves $16.", "64"),
    ("the only bold result, then a remark", "The rest is **20 cups** in the final meal.\n\nThat is 1 cup per chicken.", "20"),
    ("a bold step, then the result", "She has **20** apples. Together with his they have 35.", "35"),
    ("a bold result, then a table", "**Her pay = $460**\n\n| Type | Pay |\n|---|---|\n| Regular | $400 |\n| Overtime | $60 |", "460"),
    ("what it leaves out", "His bill was **$59.00**. This doesn't include taxes.", "59.00"),
    ("a whole", "She has 30 left out of the original 50.", "30"),
    ("a check that is not finished", "She needs **20 cups**.\n\nCheck: 15 + 25 + 20 = 60 cups = 20 x 3 cups each", "20"),
    # remarks beside it
    ("how it was found", "She ends up with 20 sheep. We get this as follows: she starts with 17, adds 8 to get 25, and sells 5.", "20"),
    ("an assumption", "**The train traveled 200 miles.**\n\nAssumption: the speed is constant at 50 mph.", "200"),
    ("what would be otherwise", "So 6 x 5 = 30 km a week and 30 x 4 = 120 km in 4 weeks.\n\nIf he also ran on Sundays, he would run 140 km.", "120"),
    ("a remark after a dash", "54 lamps \u2013 6 more than at first", "54"),
    ("another subject after a dash", "There are 18 left \u2013 she gave 5 away.", "18"),
    ("a dash that is a minus", "The temperature fell to \u2013 6 degrees.", "-6"),
    ("a citation", "30 apples [1].", "30"),
    ("an offer", "54 lamps are in the shop. I can explain this in 3 steps if you like.", "54"),
    ("an option without a list", "The correct answer is option C, 54 lamps.", "54"),
    ("what it ended with", "It started with 48 lamps and ended with 54 lamps after 2 steps.", "54"),
    ("characters without width in a number", "The answer is \u20661\u200b2\xad4\u2069.\ufeff", "124"),
    ("cut before its result", "The value of 120 / 8 is", ""),
    ("more digits than any answer has", "1" + 20 * ",111", 61 * "1"),
    ("a full stop is no decimal point", " 17.", "17"),
    ("a decimal and a full stop", " 12.46.", "12.46"),
    ("a decimal without its zero", " .5", ".5"),
    ("thousands and decimals in a sentence", "The answer is 1,234.5 dollars.", "1234.5"),
    ("a comma that parts no thousands", "17, since 5 + 12 = 17", "17"),
    ("currency and thousands", "Answer: US$1,250.00 in total", "1250.00"),
    ("no share, though its capitals are those of one", "The answer is five and a thırd.", "5"),
    ("a unit with an x in it", "17 boxes", "17"),
    ("percent as a word", "The answer is 68.3 percent", "68.3"),
    ("a negative amount", "-$4.50", "-4.50"),
    ("a negative amount the other way", "$-4.50", "-4.50"),
    ("a hyphen is no minus", "a 41-yard pass, so the answer is 41-yard", "41"),
    ("subtraction is no negative number", "20-3=17", "17"),
    ("an equation with units", "5 pounds + 12 pounds = 17 pounds.", "17"),
    ("two equations in a row", "5 + 12 = 10 + 7 = 17", "17"),
    ("an unknown", "x = 5 + 12 = 17", "17"),
    ("typographic signs", "248 ÷ 16 = 15.5", "15.5"),
    ("a sentence that begins with a number", "5 pounds of shells and 12 pounds more make 17 pounds.", "17"),
    ("the answer first, then why", "17. She had 5 and added 12.", "17"),
    ("the answer and its unit, cut as well", " 17 pounds\n\nTo find the total we add 5 and 12. First, we", "17"),
    ("reasoning that was cut and begins with a number", "5 and\n12 make more. Then she adds the rest, and we", ""),
    ("the answer first, an equation later", "The answer is 17, since 20 - 3 = 17 and 3 + 17 = 20.", "17"),
    ("an announcement without a number", "5 + 12 = 17\nI hope the answer is clear.", "17"),
    ("the answer on the next line", "Final answer:\n\n17", "17"),
    ("an announcement with an equation", "Answer: 5 + 12 = 17 pounds", "17"),
    ("a list that ends with words", "1. 5 + 12 = 17\n2. So she has it.", "17"),
    ("a list of them", "1. 20 - 5 = 15\n2. 15 + 2 = 17 pounds", "17"),
    ("an equation, then words", "5 + 12 = 17\nThat is all of 12 and 5", "17"),
    ("a step, then the result in words", "20 + 5 = 25\nSo Ann has 17 pens left after giving away 8.", "17"),
    ("the same in a line", "20 + 5 = 25 pens. Then she lost 8, so she has 17 pens.", "17"),
    ("the same without so", "2 * 10 = 20 dollars for hats. Bo has 17 dollars left.", "17"),
    ("two equations in a line", "20+5=25, 25-8=17", "17"),
    ("two equations and an arrow", "20+5=25 -> 25-8=17", "17"),
    ("a result that is said again", "34 / 2 = 17. Each took 17 minutes, so 2 took 34 minutes.", "17"),
    ("a comparison behind it", "5 + 12 = 17. So she has 17 pens, 3 more than Bo.", "17"),
    ("the operands behind it", "5 + 12 = 17\n\nShe had 12 and got 5, so the sum of both is the answer.", "17"),
    ("its parts in brackets", "The total number of pens is 17 (5 red, 12 blue).", "17"),
    ("Markdown around a label", "**Answer:** 17 pounds", "17"),
    ("a box with currency", "\\boxed{\\$1,234.50}", "1234.50"),
    ("a box with a unit", "\\boxed{17 \\text{ pounds}}", "17"),
    ("a box before other numbers", "\\boxed{17}, checked: 17 - 5 = 12", "17"),
    ("thousands in LaTeX", "\\boxed{1{,}234}", "1234"),
    ("tags", "5 and 12\n<answer>17</answer>", "17"),
    ("thoughts", "<think>Maybe the answer is 12?</think>17", "17"),
    ("another problem without a label", " 17\n\nA car goes 60 miles in 2 hours. How fast is it?\nAnswer: 30", "17"),
    ("a question that follows", " 17\n\nHow many does he read in 4 days?\nAnswer: 60", "17"),
    ("doubt behind a number", "3\n\nWait, is that right? 3 * 15 = 45.\nAnswer: 45", "45"),
    ("a rule between two problems", " 17\n\n* * *\n\nProblem: x\nAnswer: 3", "17"),
    ("the end of an instruction", " 17 [/INST] 30", "17"),
    ("another answer on a condition", "Answer: 15.1 pens (or 15 pens if only whole pens count)", "15.1"),
    ("its list behind a colon", "There were 2 field goals: 43 yards and 47 yards.", "2"),
    ("a score behind it", "The Bears outscored the Lions by 3 points, 24 to 21.", "3"),
    ("a score with a dash", "The Bears scored 3 more points than the Lions, 24-21.", "3"),
    ("an age behind it", "78.2% of people were 18 or older.", "78.2"),
    ("a reason with as", "78.2% of people were so, as 21.8% were not.", "78.2"),
    ("another problem that was made up", " 17\n\nProblem: Sam has 3 pens.\nAnswer: 3", "17"),
    ("a special token", "17<|im_end|>\n99", "17"),
    ("colours of a terminal", "The answer is \x1b[1m17\x1b[0m.", "17"),
    ("a tag with a number", 'The answer is <span style="width:3px">17</span>.', "17"),
    ("groups by underscores", "The answer is 1_700.", "1700"),
    ("groups by blanks", "The answer is 12 345.", "12345"),
    ("groups by blanks alone", "1 234 567", "1234567"),
    ("two numbers with a blank between them", "He drank 5 250 ml bottles, so 1250 ml.", "1250"),
    ("what it is, not what it is not", "The answer is not 30 but 17.", "17"),
    ("a distractor that is echoed", "She has 17 (not 30) pounds.", "17"),
    ("hedges", "The answer is approximately 17.5", "17.5"),
    ("an ordinal is no number", "On the 3rd day she has 17", "17"),
    ("words behind a magnitude in digits", "The answer is 5 thousand two hundred.", "5200"),
    ("digits behind a magnitude in digits", "5 thousand 2 hundred", "5200"),
    ("a million and thousands", "So 5 million two hundred thousand people came.", "5200000"),
    ("things with a number in their name", "The answer is twenty one-dollar bills.", "20"),
    ("the same, another number", "So he needs thirty five-dollar bills.", "30"),
    ("the same, digits behind words", "So he has twenty $5 bills.", "20"),
    ("the same, digits behind digits", "So he has 20 $5 bills.", "20"),
    ("money or a number", "It costs two fifty.", ""),
    ("a year in words", "The answer is nineteen ninety-nine.", ""),
    ("a power of ten in code", "The answer is 10**3.", "1000"),
    ("another power in code", "The answer is 2**5.", ""),
    ("a power and its result", "The answer is 2**5 = 32.", "32"),
    ("a bold number is no power", "The answer is **10**.", "10"),
    ("a point in words, with a unit joined", "The answer is four point five-inch heels.", "4.5"),
    ("a point between digits in words", "The answer is 4 point 5 inches.", "4.5"),
    ("quarters that may be coins", "The answer is three quarters.", ""),
    ("quarters of something", "The answer is three quarters of a mile.", "0.75"),
    ("fifths", "The answer is two fifths.", "0.4"),
    ("fifths with a hyphen", "Answer: three-fifths", "0.6"),
    ("fifths behind a digit", "So 2 fifths of the cake is left.", "0.4"),
    ("one fifth", "So one fifth is left.", "0.2"),
    ("a half", "The answer is a half.", "0.5"),
    ("one and a half", "One and a half hours.", "1.5"),
    ("digits and a half", "The answer is 3 and a half.", "3.5"),
    ("a number and quarters", "He needs three and three quarters cups.", "3.75"),
    ("a hundred and one half", "The answer is one hundred and one half.", "100.5"),
    ("the answer, then a sentence that was cut", " 17.3 To find how many shells Ann gave to", "17.3"),
    ("a mile and a half", "So Tom ran a mile and a half more than Ann.", "1.5"),
    ("two hours and a half", "So it takes two hours and a half.", "2.5"),
    ("cents in words, or the same in dollars", "The answer is seventy-five cents, or three quarters of a dollar.", "75"),
    ("half a dozen", "The answer is half a dozen.", "6"),
    ("a million and a half", "The answer is a million and a half.", ""),
    ("a minus in words", "The answer is minus five.", "-5"),
    ("Chinese", "答案是72。", "72"),
    ("Chinese with a unit", "所以答案为72元。一共用了3天。", "72"),
    ("Chinese with a colon and bold", "每天：8 × 6 = 48 个。\n\n最终答案：**144**个。", "144"),
    ("Chinese without the noun", "每盒9支，两盒18支。\n答：一共有27支。", "27"),
    ("Chinese thousands", "答案是12，345人。", "12345"),
    ("Chinese magnitudes", "答案是3万。", ""),
    ("Chinese money in two parts", "答案是5块8。", ""),
    ("Chinese negation", "答案不是12，而是13。", "13"),
    ("Japanese", "答えは72です。3日で24です。", "72"),
    ("Korean and Russian", "정답: 72 (8 * 9)", "72"),
    ("a sentence that begins with what it tells", "17 pounds is the weight she has after 3 weeks.", "17"),
    ("a comma behind thousands", "The answer is 1,700, as shown.", "1700"),
    ("an operation in words with its result", "The answer is 12 plus 5 = 17.", "17"),
    ("the same, the result in a clause", "The answer is 12 plus 5, so 17.", "17"),
    ("units of two words", "The answer is 7 red pens + 5 blue pens = 12 pens.", "12"),
    ("what is subtracted is no measure of boxes", "The answer is 8 pens - 4 per box.", "8"),
    ("a product without its sign", "The answer is 3(5)+2 = 17.", "17"),
    ("a product of brackets", "Answer: (3)(5) + 2 = 17", "17"),
    ("a product with an x alone", "The answer is 3x5+2 = 17.", "17"),
    ("a board is no product", "So he needs 12 2x4 boards and 3 nails for each of 4 shelves, in all 12 boards.", "12"),
    ("a quotient with a colon", "The answer is 34 : 2 = 17.", "17"),
    ("numbers, then their sum", "The answer is 7 from Ann and 5 from Bo, so 12.", "12"),
    ("numbers, then how many in all", "The answer is 7 red and 5 blue, 12 in all.", "12"),
    ("two numbers and their difference", "So the difference between 12 and 5 is 7.", "7"),
    ("a conclusion that is another fact", "The answer is 5 hours, so he arrives at 8 o'clock.", "5"),
    ("rounded behind a comma", "The answer is 16.8, rounded to 17.", "17"),
    ("rounded to places", "The answer is 16.84, rounded to 2 decimal places.", "16.84"),
    ("a comparison that is not worked out", "The answer is 7 more than 5.", ""),
    ("a share that is not worked out", "Answer: 20% of 50", ""),
    ("half of a number", "The answer is half of 24.", ""),
    ("a fraction of a number, worked out", "#### 1/2 of 34 = 17", "17"),
    ("the same in percent", "The answer is 20% of 85 pens, which is 17.", "17"),
    ("half of a number, worked out", "The answer is half of 24, which is 12.", "12"),
    ("a percent sign in a product", "The answer is 24 * 50%.", ""),
    ("a hexadecimal number", "The answer is 0x11.", ""),
    ("a power in words", "The answer is 2 cubed.", ""),
    ("a calculation in words alone", "The answer is ten minus two.", ""),
    ("wide digits and signs", "The answer is １２＋５＝１７．", "17"),
    ("digits of another script", "The answer is ١٧٫٥.", "17.5"),
    ("a hyphen that does not break", "The answer is \u201117.", "-17"),
    ("a blank before the decimal point", "The answer is 17 .5", "17.5"),
    ("rupees", "The answer is Rs.1,700.", "1700"),
    ("groups by blanks in bold", "**Answer: 1 700**", "1700"),
    ("groups by blanks before a word", "The answer is 1 700 pens.", ""),
    ("times before a digit in LaTeX", "\\boxed{1.7\\times10^{3}}", "1700"),
    ("fractions with one digit in LaTeX", "The answer is $17 \\frac12$.", "17.5"),
    ("another fraction in LaTeX", "The answer is $17\\nicefrac{1}{2}$.", "17.5"),
    ("a subject that costs", "So, 8 notebooks cost $24.", "24"),
    ("a subject that weighs", "So 5 boxes weigh 60 pounds.", "60"),
    ("a subject that needs", "So 14 students will need 6 buses.", "6"),
    ("a subject in the second clause", "Each dog has 4 legs, so 18 dogs have 72 legs.", "72"),
    ("a subject within a subject", "Therefore, the total cost of 8 notebooks is $24.", "24"),
    ("the average of some", "Therefore, the average of 4 scores is 85.", "85"),
    ("no subject: a second thing follows", "So she has 5 pens and needs 3 more.", "5"),
    ("no subject: a part of a whole", "So 3 pens are left after she sold 9 of 12.", "3"),
    ("what was done before", "He has 14 apples left after eating 6.", "14"),
    ("what was done before, at the start", "After eating 6 he has 14 left.", "14"),
    ("with a comma", "After giving 6 to Ann, she has 14.", "14"),
    ("left with", "He spent $100, leaving him with $110", "110"),
    ("left at the end", "She had $10 and spent $9, so she had $2 left", "2"),
    ("a share of another", "The tip is $15, which is 30% of $50.", "15"),
    ("a bullet is no minus", "4 - 3 = 1\n\n**Answer:**\n- 1 dollars", "1"),
    ("a minus is no bullet", "Answer:\n-12", "-12"),
    ("an item of a list of one", "Answer:\n1. 12 pens", "12"),
    ("a number with a full stop", "Answer:\n17. She had 5 before.", "17"),
    ("a check that takes nothing back", "Answer: 9\n\nLet me double-check: 8 + 3 + 9 = 20.", "9"),
    ("a check that corrects", "Answer: 9\n\nLet me double-check: 8 + 3 = 11, so it should be 11.", "11"),
    ("a purpose", "She needs to order 10 pizzas so that each of the 20 friends can have 4 slices.", "10"),
    ("so that with a result", "He gave 7 of 12 away, so that he has 5 left.", "5"),
    ("so and that", "She sold 3 and 4, so that makes 7 slices.", "7"),
    ("twice another", "He is 14, which is twice 7.", "14"),
    ("its parts behind a colon", "He has 14 apples: 8 red and 6 green.", "14"),
    ("how it was found, without blanks", "The Bears won by 14 points (28-14).", "14"),
    ("words in a circumstance", "In the three days, it was raining for 46 hours.", "46"),
    ("incorrect answers are counted", "Thus, Rose had 4 incorrect answers.", "4"),
    ("brackets with how it was found", "There are 14 green ones altogether (7 baskets x 2).", "14"),
    ("brackets in another unit", "He needs 4 weeks (28 days) for it.", "4"),
    ("parts behind a colon", "Jeff has 265 cards now: his 234 plus the 31 from Nell.", "265"),
    ("one number behind a colon", "Total cost of 8 notebooks: $24", "24"),
    ("what another has", "Zac did 35, 9 fewer than David's 44.", "35"),
    ("compared with another", "Tom has 14 apples, 2 more than Mary.", "14"),
    ("rather than", "She pays $2,304 rather than the normal $1,440", "2304"),
    ("a conclusion behind a comparison", "Greg was 2 years older than Marcia who was 14 so 16 years old", "16"),
    ("a total that is a step", "Total: 42 pens\n\nAfter giving away 7, she has 35 left.", "35"),
    ("a total with a remark", "Total: 42 pens\n\nThat is a lot for 3 children.", "42"),
    ("a person who cannot", "Two bars cost $4, so each one was $2. By the way, Dan couldn't have paid $4.", "2"),
    ("words behind so, digits before", "Ann had 5 and spent 3, so she has two.", "2"),
    ("a reason with a calculation", "The number is 47, because 47 + 45 = 92.", "47"),
    ("the reason first", "Because 5 + 12 = 17, she has 17.", "17"),
    ("a reason before the calculation", "She had 20 because Bo gave her 5, so now 20 - 3 = 17.", "17"),
    ("as well as", "There are 5 as well as 7, so 5 + 7 = 12.", "12"),
    ("both are told", "If it is 5 feet wide it is 9 feet tall because 45 / 5 = 9", "9"),
    ("as a percentage", "Multiply by 100% to write it as a percentage: 50 / 200 * 100% = 25%", "25"),
    ("a reason with its own result", "It costs $4 because 20 - 6 = 14", "14"),
    ("a result that is told and derived", "The avocados cost 6 because 3 x 2 = 6.", "6"),
    ("a check behind the answer", "He will be 10 + 3 = 13.\n\nTo double check: 5 years ago he was 5, and 2 * 5 = 10. Correct.", "13"),
    ("a check that is the way", "To check how many are left we subtract: 20 - 3 = 17", "17"),
    ("a share at the start is a step", "1/4 of 12 boys = 3 boys run.\n24 - 7 = 17\n\nSo 17 of the 24 sit.", "17"),
    ("a short answer with its steps", "17 pages. She had 5 + 12 = 17.", "17"),
    ("what does not count", "She baked 574 in total. The 51 others are not counted.", "574"),
]  # fmt: skip

#: The same where the data set matters.
OTHERS = [
    ("an operand behind an equation", "svamp", "Answer: 26 - 9\n\nHere 26 is the number of cookies.", ["26 - 9"]),
    ("a list behind an equation", "svamp", "Answer: 26 - 9\n\n2. How many are left?", ["26 - 9"]),
    ("another number behind an equation", "svamp", "26 - 9\n\nThere are 3 kinds.", ["26 - 9"]),
    ("the name of an equation", "svamp", "**Equation:** 26 - 9", ["26 - 9"]),
    ("the same as a sentence", "asdiv_a", "The equation is:\n(4 + 3) * 2", ["(4 + 3) * 2"]),
    ("an equation with its result", "gsm8k", "Equation: 26 - 9 = 17\n\nSo 17 are left.", ["17"]),
    ("an equation that is a step", "gsm8k", "The equation is 5 + 12 = 17. He gives 3 away: 17 - 3 = 14.", ["14"]),
    ("an equation without its result is right for ASDiv-a", "asdiv_a", "5 + 12", ["5 + 12"]),
    ("but not before an equals sign", "asdiv_a", "5 + 12 =", []),
    ("with units", "asdiv_a", "Answer: $5 + $12", ["5 + 12"]),
    ("with brackets and another times", "asdiv_a", "(12.46 / 2) x 6", ["(12.46 / 2) * 6"]),
    ("for DROP it is worked out", "drop_num", "34562-24736", ["9826"]),
    ("no number", "asdiv_a", "I do not know\nsorry", []),
    ("what the answer is not", "asdiv_a", "The answer is not 17.", []),
    ("in bold", "asdiv_a", "The answer is **not** 17.", []),
    ("in short", "gsm8k", "So it isn't $17.", []),
    ("not equal to it", "gsm8k", "The answer is not equal to 17.", []),
    ("nothing", "asdiv_a", "", []),
    ("one, alone", "drop_num", "One", ["1"]),
    ("one thing", "gsm8k", "One pen is left.", ["1"]),
    ("one as the answer", "gsm8k", "The answer is one.", ["1"]),
    ("one of several", "gsm8k", "One of them is blue.", []),
    ("nobody", "gsm8k", "No one knows.", []),
    ("two answers", "gsm8k", "14 or 15", []),
    ("two answers with their thing", "gsm8k", "He has 14 or 15 pens.", []),
]

#: (the trap, the completion, spans, scale) for a question about a table.
TABLES = [
    ("a correction", "Answer: 321 million\nCorrection: 318 million", ["318"], "million"),
    ("a remark on the answer", "Answer: Deloitte\n\nThe answer is stated in the text.", ["Deloitte"], ""),
    ("a picture behind it", "Answer: 0.59 ✅", ["0.59"], ""),
    ("a picture behind a name", "Answer: Deloitte 🎉", ["Deloitte"], ""),
    ("typographic quotes", "Answer: “318 million”", ["318"], "million"),
    ("what it is not", "Answer: 0.59, not 3.59", ["0.59"], ""),
    ("its reason", "Answer: 0.59, because 1.59 - 1 is 0.59", ["0.59"], ""),
    ("no blank behind the sign", "Answer: 2063.5 - 10=2053.5 million", ["2053.5"], "million"),
    ("an arrow", "Answer: 2063.5 - 10 → 2053.5 million", ["2053.5"], "million"),
    ("a scale with its currency", "13 (in thousands of dollars)", ["13"], "thousand"),
    ("a tag that closes", "<answer>3.6%</answer>", ["3.6"], "percent"),
    ("tags on lines of their own", "<think>Taxes.</think>\n<answer>\nlower taxes\n</answer>", ["lower taxes"], ""),
    ("a bold label", "**Change:** $13 million", ["$13"], "million"),
    ("a bold label on the last line", "2018: $14 million, 2019: $27 million.\n\n**Change:** $13 million", ["$13"], "million"),
    ("the scale in front", "(in thousands) 141", ["141"], "thousand"),
    ("a hedge behind", "The answer is 0.95, I think.", ["0.95"], ""),
    ("a remark on the change", "The percentage change is 104.19%, which is an increase.", ["104.19"], "percent"),
    ("a change in apposition", "Answer: 51.2%, a decrease", ["51.2"], "percent"),
    ("a scale in brackets", "51.2 (million)", ["51.2"], "million"),
    ("a scale in brackets with its name", "51.2 (scale: million)", ["51.2"], "million"),
    ("a unit in brackets", "Revenue (million)", ["Revenue (million)"], ""),
    ("a scale before", "The scale is thousand.\nAnswer: 51.2", ["51.2"], "thousand"),
    ("a currency before the scale", "154.4 USD million", ["154.4"], "million"),
    ("what it is compared with", "Basic earnings per share were $2.31, versus diluted EPS of $2.27.", ["$2.31"], ""),
    ("another year in brackets", "The ratio was 1.85 in 2019 (2018: 1.62).", ["1.85"], ""),
    ("a change behind", "Gross margin was 41.3% in fiscal 2019, up 2.1 percentage points from 39.2%.", ["41.3"], "percent"),
    ("another fact behind", "The rate was 4.5 percent at year end, with a remaining term of 6 years.", ["4.5"], "percent"),
    ("a date behind", "The liabilities amounted to approximately $56.7 million as of December 31, 2019.", ["$56.7"], "million"),
    ("the same without its scale", "The difference is $450 thousand, or $450,000.", ["$450"], "thousand"),
    ("what it changed from", "Cash went up by 35.42% year over year (from $4.8m).", ["35.42"], "percent"),
    ("the only bold figure", "The average was **$412.5 million**.\n\nCalculation: (400 + 425) / 2", ["$412.5"], "million"),
    ("several that it is compared with", "The margin was 38.6%, compared with 37.2% in 2018 and 36.9% in 2017.", ["38.6"], "percent"),
    ("the scale of its repeat", "The row shows **$10,250**, so revenue was $10,250 thousand.", ["$10,250"], "thousand"),
    ("no refusal", "The table does not state the units, but the difference is $12.5 million.", ["$12.5"], "million"),
    ("a verb of amounts", "Total debt stood at about $2.1 billion as of December 31, 2019.", ["$2.1"], "billion"),
    ("a year and what happened then", "Answer: 2019, when revenue was $5,432 million.", ["2019"], ""),
    ("a list in Python", "['Canada', 'Mexico']", ["Canada", "Mexico"], ""),
    ("a scale", "91 million", ["91"], "million"),
    ("a full stop", "$1,305.5 thousand.", ["$1,305.5"], "thousand"),
    ("a scale in the plural", "91 millions", ["91"], "million"),
    ("a scale and its currency", "91 million dollars", ["91"], "million"),
    ("a percent sign is a scale", "104.05%", ["104.05"], "percent"),
    ("percent as a word", "104.05 percent", ["104.05"], "percent"),
    ("percentage points", "-2.5 percentage points", ["-2.5"], "percent"),
    ("a year", "2019", ["2019"], ""),
    ("a capital in the scale", "$91 Million", ["$91"], "million"),
    ("a range of years is no difference", "2018-2019", ["2018-2019"], ""),
    ("a date is no quotient", "10/31/2019", ["10/31/2019"], ""),
    ("a sentence", "The increase from 2018 to 2019 was $91 million.", ["$91"], "million"),
    ("an equation without its result", "674 - 583", ["91"], ""),
    ("the scale in brackets", "91 (in millions)", ["91"], "million"),
    ("the scale behind a bar", "91 | million", ["91"], "million"),
    ("no scale behind a bar", "91 | ", ["91"], ""),
    ("the scale with its name", "91, scale: million", ["91"], "million"),
    ("accounting's negative number", "(71.3)", ["-71.3"], ""),
    ("with currency", "$(9,982) million", ["-$9,982"], "million"),
    ("with currency and scale", "The change was ($9,982 million).", ["-$9,982"], "million"),
    ("a Unicode minus", "−12.6 million", ["-12.6"], "million"),
    ("a unit", "3 segments", ["3"], ""),
    ("a count in words", "three", ["3"], ""),
    ("text that begins with a year", "2019 Plan", ["2019 Plan"], ""),
    ("a number like a year with a scale", "2018 thousand", ["2018"], "thousand"),
    ("text that ends with a year", "December 31, 2019", ["December 31, 2019"], ""),
    ("a sentence of the text that ends with a number", "The remaining period is 13.0 years.", ["13.0"], ""),
    ("a typographic apostrophe is the text's own", "the customers’ facilities", ["the customers’ facilities"], ""),
    ("a distractor in a span of the text", "$5.1 (not $97) million in cash", ["$5.1 (not $97) million in cash"], ""),
    ("several figures with one scale", "$53.0; $39.2 million", ["$53.0", "$39.2"], "million"),
    ("several figures that carry theirs", "$1.2 billion; $480 million", ["$1.2 billion", "$480 million"], ""),
    ("thousands commas part no spans", "2,493; 3,138", ["2,493", "3,138"], ""),
    ("a scale behind the box", "\\boxed{27} million", ["27"], "million"),
    ("a scale in the box", "\\boxed{27 \\text{ million}}", ["27"], "million"),
    ("a line with the scale", "Answer: 27\nScale: million", ["27"], "million"),
    ("a bold line with the scale", "**Answer:** 27\n**Scale:** thousand", ["27"], "thousand"),
    ("a line with no scale", "Answer: 2019\nScale: none", ["2019"], ""),
    ("a list of one in JSON", '{"answer": ["27"], "scale": "million"}', ["27"], "million"),
    ("a JSON list", '["2019", "2018"]', ["2019", "2018"], ""),
    ("by how much it changed", "Sales increased by 27.5% in 2019.", ["27.5"], "percent"),
    ("the same as a noun", "The change was a decrease of $1,234 thousand.", ["$1,234"], "thousand"),
    ("what it changed from", "Income increased by $3,791 thousand, from $20,402 thousand in 2018 to $24,193 thousand in 2019.", ["$3,791"], "thousand"),
    ("how the change was found", "Receivables increased by 716 thousand dollars (3,770 - 3,054).", ["716"], "thousand"),
    ("a JSON list in an object", '{"answer": ["2019", "2018"], "scale": ""}', ["2019", "2018"], ""),
    ("a share that is written twice", "The change is (95 - 82) / 82 = 0.1585, or 15.85%.", ["15.85"], "percent"),
    ("a scale behind each figure", "$24,193 (in thousands); $20,402 (in thousands)", ["$24,193", "$20,402"], "thousand"),
    ("a figure in words", "twenty-nine million dollars", ["29"], "million"),
    ("its currency before its scale", "twenty-nine dollars million", ["29"], "million"),
    ("a scale as a part of the number, too", "eight thousand four hundred and five thousand", ["8405"], "thousand"),
    ("a negative share in words", "minus two point five percent", ["-2.5"], "percent"),
    ("a unit in words", "thirty-one employees", ["thirty-one employees"], ""),
    ("two numbers in words", "two fifty", ["two fifty"], ""),
    ("a calculation, then its scale", "(116.9 + 105.9) / 2 = 111.4\n\nThe average is $111.4 million.", ["$111.4"], "million"),
]  # fmt: skip


def named(cases):
    return {"ids": [case[0] for case in cases]}


@pytest.mark.parametrize("dataset", ["asdiv_a", "drop_num"])
@pytest.mark.parametrize(("trap", "completion", "number"), NUMBERS, **named(NUMBERS))
def test_the_final_number_is_found(trap, dataset, completion, number):
    assert answer_in(dataset, completion).prediction.spans == ((number,) if number else ())


@pytest.mark.parametrize(("trap", "dataset", "completion", "spans"), OTHERS, **named(OTHERS))
def test_what_counts_depends_on_the_data_set(trap, dataset, completion, spans):
    assert list(answer_in(dataset, completion).prediction.spans) == spans


@pytest.mark.parametrize(("trap", "completion", "spans", "scale"), TABLES, **named(TABLES))
def test_answers_about_tables_have_spans_and_a_scale(trap, completion, spans, scale):
    prediction = answer_in("tatqa_a", completion).prediction
    assert (list(prediction.spans), prediction.scale) == (spans, scale)


@pytest.mark.parametrize("dataset", DATASETS)
@given(st.text(alphabet="0123456789.,-+*/=$%()[]{}\\x; \nabAnswer:is#|<>", max_size=200))
def test_any_text_is_read_and_scored_without_an_error(dataset, completion):
    row = {"equation": "1 + 1", "answers": ["2"], "answer_type": "arithmetic", "scale": ""}
    scores = scorer_of(dataset).score(answer_in(dataset, completion).prediction, row, "official")
    assert set(scores) == set(scorer_of(dataset).metrics)


PIECES = [
    "The answer is", "Answer:", "So", "therefore", "wait,", "#### ", "\\boxed{", "}", "**", "(B)", "B) 3", "25%", "$1,234.50", "3 1/2",
    "5 x 10^3", "1.234,5", "<think>", "</think>", "```", "\n", "\n- ", ".", "!", "?", ";", "=", "+", "or", "million", "and", "Total:",
    "| 5 |", "a dozen", "(not 30)", "I cannot say", "2019", "Question:", "December 31, 2019", "half", "-", "•", "is", "apples",
]  # fmt: skip


@pytest.mark.parametrize("dataset", ["gsm8k", "tatqa_a"])
@given(st.lists(st.sampled_from(PIECES), max_size=80))
def test_any_mixture_is_read_without_an_error_and_from_its_place(dataset, pieces):
    completion = " ".join(pieces)
    read = answer_in(dataset, completion)
    assert completion[read.start : read.end] == read.text
    assert from_answer_line(dataset, answer_line(read.prediction)) == read.prediction


# Completions of real models, and written ones, labelled by hand before they were read

LABELLED = [json.loads(line) for line in Path(__file__).with_name("completions.jsonl").read_text("utf-8").splitlines()]
#: Read wrongly, for all that is said about them: "three and a half hours on her 2 trips", a sum of fifty terms that the limit
#: of tokens cut, and a second problem that the model made up without a head; "he cannot buy any plums", "no guests who", a check
#: behind the answer, a text that was cut behind the first of two factors, and "so 4 hours bring $60".
KNOWN_FAULTS = {
    "number_words-1", "no_answer-11", "mid-12",
    "chain_words-25", "chain_words-31", "chain_words-39", "cut_off-15", "hard_amount_per-1",
}  # fmt: skip


def value(text):
    text = text.replace(",", "").replace("$", "").replace("€", "").replace("£", "").strip()
    text = f"-{text[1:-1]}" if text.startswith("(") and text.endswith(")") else text
    try:
        return parse_equation(text).value()
    except EquationError:
        return " ".join(word for word in text.lower().split() if word not in ("the", "a", "an"))


def agree(found, wanted):
    found, wanted = value(found), value(wanted)
    if isinstance(found, Fraction) and isinstance(wanted, Fraction):
        return abs(found - wanted) < Fraction(1, 150)  # 10/3 is written 3.33
    return found == wanted


def is_read(labelled):
    read = answer_in(labelled["dataset"], labelled["completion"]).prediction
    return (
        len(read.spans) == len(labelled["spans"])
        and read.scale == labelled["scale"]
        and all(any(agree(span, wanted) for span in read.spans) for wanted in labelled["spans"])
    )


@pytest.mark.parametrize("labelled", LABELLED, ids=[labelled["name"] for labelled in LABELLED])
def test_labelled_completions_are_read_as_people_read_them(labelled):
    """And what was read stands where it is said to."""
    assert is_read(labelled) == (labelled["name"] not in KNOWN_FAULTS)
    read = answer_in(labelled["dataset"], labelled["completion"])
    assert labelled["completion"][read.start : read.end] == read.text
    assert read.is_unreadable == (not read.rule) == (not read.text)
    assert from_answer_line(labelled["dataset"], answer_line(read.prediction)) == read.prediction


# What was read, and where


def test_the_place_is_that_of_the_completion():
    completion = "<think>5?</think>So it is\n\n**Answer:** $\\boxed{1{,}135\\frac{1}{2}}$ dollars"
    read = answer_in("gsm8k", completion)
    assert read.prediction == Prediction(("1135.5",))
    assert completion[read.start : read.end] == read.text == "1{,}135\\frac{1}{2"
    assert read.rule == "boxed"


@given(st.text(alphabet="0123456789.,½²*_`$\\{}()#|-–xe^/ \nabAnswer:is", max_size=200))
def test_plain_text_knows_where_it_comes_from(completion):
    turn = final_turn(completion)
    assert turn is not None
    made = plain_text(completion, *turn)
    assert len(made.text) == len(made.starts) == len(made.ends)
    assert made.starts == sorted(made.starts)
    assert all(a <= b <= len(completion) for a, b in zip(made.starts, made.ends, strict=True))
