"""Passages: amounts, the operation a question asks for, the search for a derivation."""
