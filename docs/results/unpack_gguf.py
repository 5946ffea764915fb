"""Unpack a GGUF into a folder with a model in bfloat16: python unpack_gguf.py model.gguf FOLDER

transformers can load a GGUF as it is, but keeps its weights packed, which is slow without a GPU. Needs the package `gguf`.
"""

import sys
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig


def unpack(file: Path, folder: Path) -> None:
    """Write model and tokenizer; 1.5 billion weights of four bits become 3.5 GB."""
    place, name = str(file.parent), file.name
    model = AutoModelForCausalLM.from_pretrained(
        place,
        gguf_file=name,
        quantization_config=GgufConfig(dequantize=True),
        dtype=torch.bfloat16,
    )
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(place, gguf_file=name).save_pretrained(folder)


if __name__ == "__main__":
    unpack(Path(sys.argv[1]), Path(sys.argv[2]))
