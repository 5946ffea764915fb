"""GSM8K (Cobbe et al., 2021) in its official JSON lines -> all of its problems."""
