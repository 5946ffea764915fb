"""Small randomly initialised models of the real classes, with a tokenizer that any text fits."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BertConfig,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
    XLMConfig,
    XLMModel,
)

from train.arguments import parse_run
from train.causal_lm import CausalLM
from train.graph2tree.words import word_tokenizer
from train.seq2seq import Seq2Seq

_SPECIAL = ["<pad>", "<s>", "</s>"]
_PAD, _START, _END = range(3)
_SMALL = {"vocab_size": 300, "pad_token_id": _PAD, "eos_token_id": _END}

_MODELS = {
    "t5": lambda: T5ForConditionalGeneration(
        T5Config(d_model=64, d_ff=128, d_kv=16, num_layers=2, num_heads=4,
                 decoder_start_token_id=_PAD, dropout_rate=0.0, **_SMALL)
    ),
    "bart": lambda: BartForConditionalGeneration(
        BartConfig(d_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
                   decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64, dropout=0.0,
                   bos_token_id=_START, decoder_start_token_id=_END, forced_eos_token_id=None,
                   max_position_embeddings=1024, **_SMALL)
    ),
    "gpt2": lambda: GPT2LMHeadModel(
        GPT2Config(n_embd=32, n_layer=1, n_head=2, bos_token_id=_START, n_positions=1024,
                   resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, **_SMALL)
    ),
}  # fmt: skip


#: The classes that there are small models of.
KINDS = tuple(_MODELS)


def save_small_model(kind: str, folder: Path) -> Path:
    """Write a small model and its tokenizer (bytes, and the merges of a few words) to a folder."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=_SPECIAL, initial_alphabet=alphabet)
    tokenizer.train_from_iterator(["How many are there in all?"] * 5, trainer)
    if kind != "gpt2":
        tokenizer.post_processor = processors.TemplateProcessing(
            single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", _END)]
        )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, **dict(zip(("pad_token", "bos_token", "eos_token"), _SPECIAL, strict=True))
    )
    fast.save_pretrained(folder)
    torch.manual_seed(1)
    _MODELS[kind]().save_pretrained(folder)
    return folder


def save_small_encoder(texts: Iterable[str], folder: Path, layers: int = 1) -> Path:
    """Write a small BERT and a tokenizer of the words of some texts to a folder."""
    tokenizer = word_tokenizer(texts, 1)
    tokenizer.add_special_tokens({"cls_token": "[CLS]", "sep_token": "[SEP]"})
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    BertModel(
        BertConfig(vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=layers, num_attention_heads=4,
                   intermediate_size=64, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    ).save_pretrained(folder)  # fmt: skip
    return folder


def save_small_xlm(folder: Path) -> Path:
    """Write a small XLM and its tokenizer of letters, in the files that those of the paper have."""
    letters = "abcdefghijklmnopqrstuvwxyz-"
    words = ["<s>", "</s>", "<pad>", "<unk>", *(f"<special{n}>" for n in range(10))]
    words += [*letters, *(f"{letter}</w>" for letter in letters), "on", "one</w>"]
    folder.mkdir()
    vocabulary = {word: n for n, word in enumerate(words)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("o n 2\non e</w> 1\n")
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "XLMTokenizer"}')
    torch.manual_seed(1)
    XLMModel(
        XLMConfig(vocab_size=len(words), emb_dim=16, n_layers=2, n_heads=2, n_langs=1, use_lang_emb=False,
                  max_position_embeddings=128)
    ).save_pretrained(folder)  # fmt: skip
    return folder


SYSTEMS: dict[str, Any] = {"t5": Seq2Seq, "bart": Seq2Seq, "gpt2": CausalLM}
QUICK = ("--use_cpu", "--disable_tqdm", "True", "--per_device_train_batch_size", "5", "--learning_rate", "1e-2")


def parsed(small_models: dict[str, str], release: Path, out: Path, kind: str, **changes: object) -> Any:
    """The options of a run of one of the small models, changes over them."""
    given: dict[str, object] = {"model": small_models[kind], "dataset": release, "output_dir": out} | changes
    flat = [str(part) for key, value in given.items() for part in (f"--{key}", value)]
    return parse_run("test", SYSTEMS[kind].arguments, [*QUICK, *flat])
