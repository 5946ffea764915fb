"""Pairs of questions: each operation, the builder, what it reads, and what it says of bad input."""

import json
import shutil

import pytest
from datasets import load_dataset
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from builders.question_matching import app
from numdiag_datasets.problems.problem import Edit, unedit_text
from numdiag_datasets.release.building.pairs import write_rows
from numdiag_datasets.release.building.question_matching import build_question_matching
from numdiag_datasets.release.hub.push import plan_release
from numdiag_datasets.release.hub.repository import Repository
from numdiag_datasets.release.manifest import ReleaseError, read_manifest
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.text_pairs.question_matching.family import DUQM, QUESTION_MATCHING
from numdiag_datasets.text_pairs.question_matching.numeral_rules import same_amount
from numdiag_datasets.text_pairs.question_matching.operations import RULES
from numdiag_datasets.text_pairs.question_matching.pairs import QuestionPair, made_pairs
from numdiag_datasets.text_pairs.question_matching.questions import (
    SAMPLE,
    QuestionError,
    read_pairs,
    read_questions,
)
from tests.commands import call, numdiag
from tests.tampering import row_violations

QUESTIONS = read_questions(SAMPLE)


def changed(operation, question):
    """Every text that an operation can make of a question."""
    return {
        question[:start] + after + question[start + len(before) :]
        for start, before, after in RULES[operation].propose(question)
    }


@pytest.mark.parametrize(
    ("operation", "question", "made"),
    [
        ("replace_numeral", "怀孕三个半月能坐飞机吗", "怀孕五个半月能坐飞机吗"),
        ("replace_numeral", "两斤排骨放多少水", "三斤排骨放多少水"),
        ("replace_numeral", "三斤排骨放多少水", "两斤排骨放多少水"),  # not 二斤
        ("replace_numeral", "存10万元能拿多少利息", "存20万元能拿多少利息"),
        ("replace_numeral", "烤红薯45分钟够不够", "烤红薯50分钟够不够"),  # as round as it was
        ("replace_numeral", "降薪百分之二十合法吗", "降薪百分之三十合法吗"),
        ("numeral_form", "三个月的宝宝", "3个月的宝宝"),
        ("numeral_form", "怀孕三个半月能坐飞机吗", "怀孕3个半月能坐飞机吗"),
        ("numeral_form", "请两天半假", "请2.5天假"),
        ("numeral_form", "工作一年半有补偿吗", "工作18个月有补偿吗"),
        ("numeral_form", "午睡半小时够吗", "午睡30分钟够吗"),
        ("numeral_form", "涨薪30%过分吗", "涨薪百分之三十过分吗"),
        ("numeral_form", "借条上写300元对吗", "借条上写叁佰元对吗"),
        ("numeral_form", "走20000步", "走两万步"),
        ("replace_quantifier", "两斤排骨放多少水", "两公斤排骨放多少水"),
        ("replace_quantifier", "一束百合多少钱", "一枝百合多少钱"),
        ("temporal_insert", "机场高速堵车吗", "明天机场高速堵车吗"),
        ("temporal_replace", "今年社保基数涨多少", "明年社保基数涨多少"),
        ("symmetry_swap", "榴莲和酸奶能一起吃吗", "酸奶和榴莲能一起吃吗"),
        ("asymmetry_swap", "日元兑港币的汇率是多少", "港币兑日元的汇率是多少"),
        ("asymmetry_swap", "红茶比绿茶养胃吗", "绿茶比红茶养胃吗"),
        ("asymmetry_swap", "从虹桥机场到外滩怎么走", "从外滩到虹桥机场怎么走"),
        ("discourse_simple", "充电宝为什么会鼓包", "想问一下，充电宝为什么会鼓包"),
        ("discourse_simple", "毕业证弄丢了去哪里补？", "毕业证弄丢了去哪里补呢？"),
    ],
)
def test_what_an_operation_makes(operation, question, made):
    assert made in changed(operation, question)


@pytest.mark.parametrize(
    ("operation", "question", "trap"),
    [
        ("replace_numeral", "一般面试多久有结果", "一般 holds no number"),
        ("replace_numeral", "第3集讲了什么", "an ordinal"),
        ("replace_numeral", "2023年的车", "a year"),
        ("replace_numeral", "晚上九点半打球扰民吗", "the clock"),
        ("replace_numeral", "玩两三天够吗", "approximate"),
        ("replace_numeral", "3到6个月的婴儿", "a range"),
        ("replace_numeral", "一个人住安全吗", "一 as an article"),
        ("replace_numeral", "一百二十斤怎么减到一百斤", "compared with another"),
        ("replace_numeral", "存款10万元利息怎么算", "the way to reckon is the same for any amount"),
        (
            "replace_numeral",
            "借给同事两千元没写借条怎么办",
            "what to do is the same for any amount",
        ),
        (
            "replace_quantifier",
            "借给同事两千元没写借条怎么办",
            "what to do is the same for any amount",
        ),
        ("numeral_form", "二两米能煮多少饭", "2两 may be read as 两两"),
        ("replace_numeral", "7天无理由退货谁出运费", "a fixed term"),
        (
            "numeral_form",
            "三岁男孩和五岁女孩能住一起吗",
            "of two numerals both would have to change",
        ),
        ("numeral_form", "一支口红能用多久", "一 as an article"),
        ("numeral_form", "排骨多少钱一斤", "a price"),
        ("numeral_form", "99元的机票是真的吗", "a price tag"),
        ("numeral_form", "一室一厅装修要多久", "one word"),
        ("numeral_form", "三明治能放多久", "no number"),
        ("replace_quantifier", "7天无理由退货谁出运费", "one word"),
        ("replace_quantifier", "二两米能煮多少饭", "二两, but 两斤"),
        ("replace_quantifier", "排骨多少钱一斤", "the price is asked for, not the amount"),
        ("replace_quantifier", "租期还剩40天能转租吗", "hours are too short"),
        ("replace_quantifier", "一束百合能开多少天", "as long in a bunch"),
        ("replace_quantifier", "一支口红能用多久", "a box holds one"),
        ("temporal_insert", "明天高速堵车吗", "tells the time already"),
        ("temporal_insert", "银行8点开门吗", "tells the hour"),
        ("temporal_insert", "学校运动会取消了吗", "会 and 了: the tense is not told"),
        ("temporal_insert", "科技馆门票要预约吗", "a standing rule"),
        ("temporal_insert", "武汉的樱花开了吗", "asks of now"),
        ("temporal_insert", "猫为什么喜欢踩奶", "so at all times"),
        ("temporal_replace", "上周交的材料什么时候出结果", "two times"),
        ("symmetry_swap", "我的猫和狗能一起养吗", "我的 may belong to both"),
        ("symmetry_swap", "新鲜牛奶和鸡蛋能一起吃吗", "新鲜 may belong to both"),
        ("symmetry_swap", "房贷30年和20年哪个划算", "房贷 belongs to both"),
        ("symmetry_swap", "午睡半小时和一小时哪个好", "午睡 belongs to both"),
        ("symmetry_swap", "孩子总和同学打架怎么办", "和 joins no two"),
        ("asymmetry_swap", "空调比风扇费电多少", "takes for granted which uses more"),
        ("asymmetry_swap", "昆明到大理多远", "as far both ways"),
        ("asymmetry_swap", "昆明到大理坐火车要多久", "as long both ways"),
        ("asymmetry_swap", "手机投屏到电视怎么弄", "投屏 is done"),
        ("asymmetry_swap", "一百二十斤怎么减到一百斤", "no two things"),
        ("discourse_simple", "几个月的小猫可以洗澡？", "那么几个月, those few months"),
        ("discourse_simple", "散粉和粉饼的区别", "asks with no word"),
        ("discourse_simple", "请问怎么办理护照呢", "has both already"),
        ("discourse_simple", "问一下租房合同怎么写", "has one already"),
    ],
)
def test_what_an_operation_leaves_alone(operation, question, trap):
    assert changed(operation, question) == set(), trap


@pytest.mark.parametrize("operation", RULES)
def test_every_pair_can_be_undone_and_keeps_its_label(operation):
    made = list(made_pairs(operation, QUESTIONS, 1))
    assert len(made) >= 12
    for pair in made:
        edits = [Edit(**edit) for edit in pair.edits]
        assert unedit_text(pair.text_pair, edits) == pair.text != pair.text_pair
        assert pair.label == RULES[operation].label
        if operation == "numeral_form":
            assert same_amount(edits[0].before, edits[0].after)
        if operation == "replace_numeral":
            assert not same_amount(edits[0].before + "个", edits[0].after + "个")
    assert made == list(made_pairs(operation, QUESTIONS, 1))
    alone = {pair.text: pair for pair in made}
    assert [alone[pair.text] for pair in made_pairs(operation, QUESTIONS[::-1], 1)] == list(made_pairs(operation, QUESTIONS[::-1], 1))  # fmt: skip


PIECES = st.sampled_from(
    [
        *"零一二两三十百千万亿点半个月天斤元块%第到和比了会吗？A:",
        "0.123456789012",
        "9" * 20,
        "百分之",
        "分之",
        "明天",
        "能一起吃吗",
    ]
)


@given(st.lists(PIECES, min_size=1, max_size=14).map("".join))
def test_no_question_breaks_an_operation(question):
    """Numbers of twenty digits or twelve decimals once did."""
    for operation, rule in RULES.items():
        for start, before, after in rule.propose(question):
            assert question.startswith(before, start), operation
            assert before != after, operation


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("三个半月", "3.5个月", True), ("半小时", "30分钟", True), ("一年半", "18个月", True),
        ("300元", "叁佰元", True), ("30%", "百分之三十", True), ("两万步", "20000步", True),
        ("半斤", "5两", True), ("三个月", "四个月", False), ("半小时", "3分钟", False), ("3元", "3斤", False),
        ("怎么", "3元", False),
    ],
)  # fmt: skip
def test_same_amount(before, after, same):
    assert same_amount(before, after) == same


def test_the_sample_is_large_enough():
    assert len(QUESTIONS) >= 120
    assert len(set(QUESTIONS)) == len(QUESTIONS)


# --- the release ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    out = tmp_path_factory.mktemp("pairs") / "question_matching"
    build_question_matching(out, SAMPLE)
    return out


@pytest.fixture
def duqm(tmp_path):
    """A directory as users of DuQM may hold it; the pairs are our own."""
    folder = tmp_path / "duqm"
    folder.mkdir()
    (folder / "replace_numeral.tsv").write_text("一斤虾有多少只\t三斤虾有多少只\t0\n")
    (folder / "more.txt").write_text(
        "text_a\ttext_b\tlabel\toperation\n怎么洗帆布鞋\t请问怎么洗帆布鞋\t1\tdiscourse_simple\n"
        "猫为什么踩奶\t狗为什么踩奶\t0\t\n"
    )
    (folder / "README.md").write_text("not read")
    return folder


def build_command(capsys, *arguments):
    return call(capsys, app, "python -m builders.question_matching", *arguments)


def test_every_operation_is_a_config_with_pairs_in_every_split(release):
    assert list(read_manifest(release).configs) == [f"question_matching-{key}" for key in RULES]
    seen: dict[str, str] = {}
    for operation, rule in RULES.items():
        data = load_dataset(str(release), f"question_matching-{operation}")
        assert set(data) == {"train", "validation", "test"}
        for split, rows in data.items():
            assert set(rows["label"]) == {rule.label}
            assert rows.features["label"].names == ["different", "equivalent"]
            for text in rows["text"]:
                assert seen.setdefault(text, split) == split
    found = verify(release)
    assert found.rows == sum(f.rows for f in read_manifest(release).files.values())
    assert found.violations == []


def test_duqm_is_read_and_never_published(duqm, tmp_path, capsys):
    out = tmp_path / "out"
    status, told, _ = build_command(
        capsys, "--duqm", duqm, "--out", out, "--operations", "numeral_form"
    )
    assert status == 0
    assert "for your own use" in told
    rows = load_dataset(str(out), DUQM, split="test")
    assert rows["operation"] == ["discourse_simple", "", "replace_numeral"]
    assert rows["subcategory"] == ["Discourse Particle (Simple)", "", "Part of Speech"]
    assert rows["label"] == [1, 0, 0]
    assert verify(out).violations == []
    assert "may not be redistributed" in (out / "README.md").read_text()
    with pytest.raises(ReleaseError, match="may not be redistributed"):
        plan_release(Repository("you/pairs"), out)


@pytest.fixture
def tampered(release, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(release, copy)

    def tamper(change):
        config = "question_matching-numeral_form"
        path = "question_matching/numeral_form/test.parquet"
        rows = parquet.read_table(copy / path).to_pylist()
        change(rows[0])
        made = [QuestionPair(**row) for row in rows]
        stored = write_rows(made, QUESTION_MATCHING.features(config), copy, config, "test")
        manifest = json.loads((copy / "manifest.json").read_text())
        manifest["files"][path]["sha256"] = stored.sha256
        (copy / "manifest.json").write_text(json.dumps(manifest))
        return [violation.what for violation in row_violations(copy)]

    return tamper


def other_amount(row):
    row["edits"][0]["after"] = "九十九个"
    row["text_pair"] = row["text"].replace(row["edits"][0]["before"], "九十九个")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: row.update(label=0), "and its label 0, not 'numeral_form' and 1"),
        (lambda row: row.update(text_pair="别的问题"), "its edits give"),
        (lambda row: row.update(edits=[]), "its edits give"),
        (lambda row: row.update(category="pragmatic"), "numeral_form is lexical, Numeral form"),
        (lambda row: row.update(operation="none"), "unknown operation 'none'"),
        (lambda row: row["edits"][0].update(start=99), "is not at 99"),
        (other_amount, "numeral_form cannot make"),
    ],
)
def test_a_broken_promise_is_found(tampered, change, message):
    assert any(message in what for what in tampered(change))


def test_own_questions(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("三个月的猫能洗澡吗\n三个月的猫能洗澡吗\n")
    out = tmp_path / "out"
    status, told, _ = build_command(capsys, "--questions", tmp_path / "mine.txt", "--out", out)
    assert (status, "SAMPLE" in told) == (0, False)
    configs = list(read_manifest(out).configs)
    assert configs == [f"question_matching-{key}" for key in ("replace_numeral", "numeral_form", "replace_quantifier", "discourse_simple")]  # fmt: skip
    assert "mine.txt, which numdiag does not bring along" in (out / "LICENSE").read_text()
    status, told, _ = numdiag(capsys, "show", configs[1], "--dir", out, "--split", "all")
    assert "[-三个月-]{+3个月+}的猫能洗澡吗" in told


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("三个月\n猫怎么养".encode("gb18030"), r":1: not UTF-8 .*save the file as UTF-8"),
        ("猫怎么养\n\n狗怎么养", r":2: an empty question"),
        ("猫怎么养\thow", r":1: holds a tab"),
        ("养猫" * 300, r":1: 600 characters; a question has 500 at most"),
        ("how to keep a cat", r":1: 'how to keep a cat' is not in Chinese"),
        ("", r": holds no question"),
        ("猫怎么养", r": no question that numeral_form can change"),
    ],
)
def test_bad_questions_are_told_with_their_line(tmp_path, capsys, content, message):
    path = tmp_path / "mine.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(QuestionError, match=message):
        build_question_matching(tmp_path / "out", path, ["numeral_form"])
    status, _, err = build_command(capsys, "--questions", path, "--out", tmp_path / "out", "--operations", "numeral_form")  # fmt: skip
    assert (status, err.count("\n")) == (2, 1)
    assert str(path) in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("问一\t问二\n", r":1: 2 columns, not 3 \(text_a, text_b, label, tab separated\)"),
        ("问一\t问二\t1\n问一\t问二\t1\tx\n", r":2: 4 columns, not 3"),
        ("问一\t问二\t2\n", r":1: label '2'; it is 0 \(different\) or 1 \(equivalent\)"),
        ("问一\t\t1\n", r":1: text_b is empty"),
        ("text_a\ttext_b\tlabel\tmood\n", r":1: unknown column 'mood'; columns are text_a"),
        ("text_a\tlabel\n", r":1: no column 'text_b'"),
        ("text_a\ttext_b\tlabel\toperation\n问\t答\t1\tswap\n", r":2: unknown operation 'swap'; choose from insert_noun"),
        ("text_a\ttext_b\tlabel\n", "holds no pairs"),
        ("", "holds no pairs"),
        ("问一\t问二\t1\n".encode("utf-16"), ":1: not UTF-8"),
    ],
)  # fmt: skip
def test_bad_pairs_are_told_with_their_line(tmp_path, content, message):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(QuestionError, match=message) as error:
        read_pairs(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--operations", "numeral_form,swap"),
            "unknown operation 'swap'; choose from replace_numeral",
        ),
        (("--questions", "/nowhere"), "/nowhere: cannot be read"),
        (("--duqm", "/nowhere"), "/nowhere: no such directory"),
    ],
)
def test_bad_options_are_told_in_a_line(tmp_path, capsys, arguments, message):
    status, _, err = build_command(capsys, "--out", tmp_path / "out", *arguments)
    assert (status, err.count("\n")) == (2, 1)
    assert message in err


def test_missing_libraries_are_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cn2an", None)
    with pytest.raises(QuestionError, match=r"pip install 'numdiag\[chinese\]'"):
        list(made_pairs("numeral_form", ["存了七千八百九十一个瓶子"], 1))
