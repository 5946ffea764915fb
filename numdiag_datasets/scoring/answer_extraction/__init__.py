"""Answer extraction: a language model's completion read as a prediction, with the answer's offsets."""
