"""The one error family: each message names the card, bid, key or path at fault and the remedy."""


class SkatsimError(ValueError):
    """Input that skatsim cannot use; the command line prints it as one line and exits with code 2."""
