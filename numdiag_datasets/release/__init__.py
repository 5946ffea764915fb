"""Releases: Parquet files, card and manifest, which this package builds, verifies, compares and publishes."""
