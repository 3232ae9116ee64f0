"""Statistics as pure maths, apart from Skat: numpy in, numpy out, nothing of skatsim known here."""
