"""SVAMP (Patel et al., NAACL 2021) in its official JSON layout -> all of its problems."""
