"""Probe whether an encoder knows number words: frozen under a small classifier, or fine-tuned.

numdiag train probe --recipe probe-distilbert --dataset number_words --output_dir runs/distilbert

Johnson et al. (2020), section 3 and appendix C: the pooled embedding of the encoder goes into a network with one
hidden layer, which alone is trained.
"""
