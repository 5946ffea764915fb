"""The version of the code and of the data that it makes."""

__version__ = "1.0.0"
