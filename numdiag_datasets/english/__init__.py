"""What the words of an English text say: numbers and their roles, nouns, names, sentences, cohesion."""
