"""The version of the code and of the data that it makes."""

__version__ = "2.0.0.dev0"
