"""Question matching in Chinese; each row has its phenomenon (after DuQM: Zhu et al., EMNLP 2022)."""
