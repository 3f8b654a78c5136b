"""What the rules of any game share: pure functions over frozen values, standard library only."""
