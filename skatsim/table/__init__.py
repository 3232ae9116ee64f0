"""Floor 4: one deal from shuffle to score -- `engine` compiled, `referee` readable and written independently."""
