"""Releases on the Hugging Face Hub: publishing in one commit, and downloads with verified checksums."""
