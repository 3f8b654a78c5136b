"""The addresses of Sheriff of Nottingham."""
