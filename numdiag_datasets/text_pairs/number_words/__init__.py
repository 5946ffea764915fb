"""Do embeddings know number words? Probing data in several languages (Johnson et al., BlackboxNLP 2020)."""
