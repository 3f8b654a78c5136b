"""Sentences, in the language of whoever reads them."""
