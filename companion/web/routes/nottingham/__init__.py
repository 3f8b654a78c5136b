"""The addresses of Nottingham."""
