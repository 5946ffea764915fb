"""What a language model wrote after a prompt, read as a prediction: its final answer, and where it stands."""
