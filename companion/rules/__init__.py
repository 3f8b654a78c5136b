"""The rules of the game: pure functions over frozen values, standard library only."""
