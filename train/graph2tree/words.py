"""A vocabulary of words for systems that are trained from nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
from transformers import PreTrainedTokenizerFast

PADDING, UNKNOWN, NUMBER = "[pad]", "[unk]", "[num]"


def word_tokenizer(texts: Iterable[str], min_count: int) -> PreTrainedTokenizerFast:
    """A tokenizer of lower-cased words and marks, which takes ``[NUM3]`` for ``[num]``.

    Args:
        texts: to take the words from, with their numbers masked.
        min_count: how often a word must stand in them; the others are unknown.
    """
    tokenizer = Tokenizer(models.WordLevel(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(r"\[NUM[0-9]+\]"), f" {NUMBER} "),
            normalizers.Lowercase(),
        ]
    )
    words = Regex(r"\[num\]|\w+|[^\w\s]")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(words, behavior="removed", invert=True)
    counts: Counter[str] = Counter()
    for text in texts:
        normal = tokenizer.normalizer.normalize_str(text)
        counts.update(word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal))
    frequent = sorted(word for word, n in counts.items() if n >= min_count and word != NUMBER)
    words_by_id = [PADDING, UNKNOWN, NUMBER, *frequent]
    tokenizer.model = models.WordLevel(
        {word: i for i, word in enumerate(words_by_id)}, unk_token=UNKNOWN
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token=PADDING, unk_token=UNKNOWN, padding_side="right"
    )
