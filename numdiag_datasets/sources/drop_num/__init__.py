"""DROP (Dua et al., NAACL 2019) in its official JSON layout -> the questions with a number answer."""
