"""ASDiv (Miao et al., ACL 2020) in its official XML layout -> Problems of ASDiv-a."""
