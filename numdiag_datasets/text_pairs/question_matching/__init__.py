"""Question matching in Chinese, row by row with its phenomenon (after DuQM: Zhu et al., EMNLP 2022)."""
