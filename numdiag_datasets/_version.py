"""The version of the code and of the data that it makes."""

__version__ = "0.3.0"
