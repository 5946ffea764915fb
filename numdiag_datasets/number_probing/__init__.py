"""Do embeddings know number words? Probing data in several languages (Johnson et al., COLING 2020)."""
