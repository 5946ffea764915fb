"""Words of an English text: numbers and their roles, nouns, names, sentences, cohesion."""
