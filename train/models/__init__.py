"""Task-specific systems as `PreTrainedModel`s: Graph2Tree for word problems, TagOp for tables and text."""

#: A label that is not learnt, as torch and transformers have it.
IGNORED = -100
