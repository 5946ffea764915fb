"""Asking a language model about a release, through the models of lm-evaluation-harness, and scoring what it answers.

A front end, no second harness: prompts are those of the tasks in metrics/lm_eval, models and the cache of their answers are
lm-eval's, reading and scoring are the library's.
"""
