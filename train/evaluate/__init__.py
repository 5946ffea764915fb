"""Evaluation of language models on a release, with models of lm-evaluation-harness and our scoring.

A front end, not a second harness: prompts are those of the tasks of lm-eval, models and answer cache
are lm-eval's, reading and scoring are the library's.
"""
