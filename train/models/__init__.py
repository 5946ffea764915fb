"""Task-specific systems as `PreTrainedModel`s: Graph2Tree for word problems, TagOp for tables and text."""
