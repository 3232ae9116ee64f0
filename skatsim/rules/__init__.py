"""Floor 1: the rules of the game, as kernels on masks and numbers and as checked functions for people."""
