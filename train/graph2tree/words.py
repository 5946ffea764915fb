"""Word vocabulary of systems trained from scratch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
from transformers import PreTrainedTokenizerFast

PADDING, UNKNOWN, NUMBER = "[pad]", "[unk]", "[num]"


def word_tokenizer(texts: Iterable[str], min_count: int) -> PreTrainedTokenizerFast:
    """Return a tokenizer of lower-cased words and marks, which replaces ``[NUM3]`` by ``[num]``.

    Args:
        texts: texts with masked numbers, the source of the words.
        min_count: the least number of occurrences of a word; rarer words are unknown.
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
