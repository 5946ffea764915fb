"""Rows -> the release directory: Parquet files, card and manifest; checked, compared and published."""
