"""Probing data for number words in several languages (Johnson et al., BlackboxNLP 2020)."""
