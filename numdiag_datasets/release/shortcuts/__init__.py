"""Shortcuts in a release: simple strategies without understanding that solve rows or undo their edits."""
