"""The record of a problem and everything that all other folders share; imports none of them."""
