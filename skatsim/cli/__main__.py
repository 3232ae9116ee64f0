"""`python -m skatsim.cli`."""

from skatsim.cli import main

main()
