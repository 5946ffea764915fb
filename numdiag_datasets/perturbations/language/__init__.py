"""Language: digits become English words, and where there are none, words become digits."""
