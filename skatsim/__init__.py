"""skatsim."""
