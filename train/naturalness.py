"""Likelihood, under a causal language model, of the second question of every pair compared with the first.

python -m train.naturalness --dataset question_matching --model Qwen/Qwen2.5-Coder-1.5B-Instruct --most_loss 20 \\
    --scores naturalness.tsv --out numdiag_datasets/text_pairs/question_matching/unnatural.txt

Pairs whose second question loses more than ``--most_loss`` nats are listed by id; builds omit them and their
counterparts. Run it on a release built with an empty list; pairs already in the file of scores are not scored
again. DuQM's pairs were reviewed by people instead (Zhu et al., 2022, section 3).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from datasets import get_dataset_split_names
from torch.nn.functional import cross_entropy
from tqdm import tqdm
from transformers import AutoModelForCausalLM, PreTrainedModel, PreTrainedTokenizerBase

from numdiag_datasets.core.data_sets import QUESTION_MATCHING as NAME
from numdiag_datasets.core.input_files import reading
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.schema import Row
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.text_pairs.question_matching.naturalness import UNNATURAL, pair_id

from .arguments import SourceArguments, parse_options, run_script
from .classification import matching_configs
from .data import load_rows
from .errors import RunError
from .loading import load_model, load_tokenizer

#: Text before every question, so that its first word is not scored as the beginning of a text.
_PROMPT = "网友提问："
_COLUMNS = ("id", "contrast", "operation", "label", "gain", "text", "text_pair")


@dataclass
class NaturalnessArguments(SourceArguments):
    """Options for the pairs to score and those to leave out."""

    most_loss: float = field(
        default=20.0,
        metadata={
            "help": "Pairs whose second question is less likely than the first by more nats than this (log-likelihood of "
            "the whole question) are left out."
        },
    )
    spare: list[str] = field(
        default_factory=lambda: ["misspelling"],
        metadata={"help": "Operations whose pairs are unlikely by design, and stay."},
    )
    scores: str = field(
        default="naturalness.tsv", metadata={"help": "File for the score of every pair."}
    )
    out: str = field(
        default=str(UNNATURAL), metadata={"help": "File for the ids of pairs to leave out."}
    )
    batch_size: int = field(default=64, metadata={"help": "Questions at once."})


def main(argv: Sequence[str]) -> None:
    """Score every pair, and list those to leave out.

    Raises:
        RunError: the data set, the model or the file of scores cannot be loaded, or the release was built with a list.
    """
    (run,) = parse_options("naturalness", (NaturalnessArguments,), argv, {"dataset": NAME})
    if UNNATURAL.read_text(encoding="utf-8").strip():
        raise RunError(
            f"{UNNATURAL} is not empty: empty it, build the release anew, and score that"
        )
    rows = {_id(row): row for row in _rows(run)}
    gains = _read_scores(Path(run.scores))
    for read in _new_gains(run, [row for name, row in rows.items() if name not in gains]):
        gains |= read  # written after each batch, as scoring all takes an hour on a CPU
        _write_scores(
            run.scores, {name: (gains[name], rows[name]) for name in rows if name in gains}
        )
    dropped = [
        name
        for name, row in rows.items()
        if -gains[name] > run.most_loss and row["operation"] not in run.spare
    ]
    Path(run.out).write_text("".join(f"{name}\n" for name in sorted(dropped)), encoding="utf-8")
    say(f"{run.out}: {len(dropped)} of {len(rows)} pairs")


def _new_gains(run: NaturalnessArguments, rows: Sequence[Row]) -> Iterator[dict[str, float]]:
    """Yield the gains of rows, batch by batch."""
    if not rows:
        return
    model = load_model(AutoModelForCausalLM, run).to(torch.bfloat16).eval()
    tokenizer = load_tokenizer(run)
    likely: dict[str, float] = {}
    by_length = sorted(rows, key=lambda row: len(row["text"]))
    for start in tqdm(range(0, len(by_length), run.batch_size), desc="reading", unit="batch"):
        part = by_length[start : start + run.batch_size]
        texts = {row[column]: None for row in part for column in ("text", "text_pair")}
        unread = [text for text in texts if text not in likely]
        found = log_likelihoods(model, tokenizer, unread, run.batch_size)
        likely |= zip(unread, found, strict=True)
        yield {_id(row): likely[row["text_pair"]] - likely[row["text"]] for row in part}


def _id(row: Row) -> str:
    return pair_id(row["contrast"], row["text"], row["text_pair"])


def _rows(run: NaturalnessArguments) -> Iterator[Row]:
    for config in matching_configs(run, [f"{NAME}-*"], NAME):
        for split in get_dataset_split_names(run.dataset, config, revision=run.revision):
            yield from load_rows(run, config, split).to_list()


@torch.no_grad()
def log_likelihoods(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    texts: Sequence[str],
    batch_size: int,
) -> list[float]:
    """Return the log-likelihood of each text after the prompt, in nats, summed over its tokens."""
    found: list[float] = []
    prompt = len(tokenizer(_PROMPT)["input_ids"])
    for start in range(0, len(texts), batch_size):
        batch = tokenizer(
            [f"{_PROMPT}{text}\n" for text in texts[start : start + batch_size]],
            return_tensors="pt",
            padding=True,
            padding_side="right",
        ).to(model.device)
        ids, mask = batch["input_ids"], batch["attention_mask"]
        logits = model(**batch).logits[:, :-1].float()
        losses = cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
        counted = mask[:, 1:].clone()
        counted[:, : prompt - 1] = 0
        found += (-(losses * counted).sum(1)).tolist()
    return found


def _read_scores(path: Path) -> dict[str, float]:
    """Return the gain of every pair that was scored before.

    Raises:
        RunError: the file has other content.
    """
    if not path.is_file():
        return {}
    with reading(str(path), RunError):
        text = path.read_text(encoding="utf-8")
    try:
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t")
        return {row["id"]: float(row["gain"]) for row in rows}
    except (csv.Error, KeyError, TypeError, ValueError) as error:
        raise RunError(
            f"{path}: holds no scores ({', '.join(_COLUMNS)}, tab separated); name another --scores"
        ) from error


def _write_scores(path: str, scored: Mapping[str, tuple[float, Row]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(_COLUMNS)
    for name, (gain, row) in sorted(scored.items(), key=lambda item: item[1][0]):
        about = (row["contrast"], row["operation"], row["label"])
        writer.writerow((name, *about, f"{gain:.2f}", row["text"], row["text_pair"]))
    write_output(Path(path), text.getvalue())


if __name__ == "__main__":
    run_script("naturalness", main)
