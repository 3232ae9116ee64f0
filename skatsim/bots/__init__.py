"""Floor 3: strategies.  `abi` says what a bot is and may see, `registry` knows them by name."""
