"""TAT-QA (Zhu et al., ACL 2021) in its official JSON layout -> the contexts with arithmetic."""
