"""Releases on the Hugging Face Hub: publishing them in one commit, and fetching them checked."""
