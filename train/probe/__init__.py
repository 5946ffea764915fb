"""Probe encoders for number words: frozen under a small classifier, or fine-tuned.

numdiag train probe --recipe probe-distilbert --dataset number_words --output_dir runs/distilbert

Johnson et al. (2020), section 3 and appendix C: the pooled embedding of the encoder is the input of a network
with one hidden layer, the only part that is trained.
"""
