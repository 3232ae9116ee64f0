"""Tests of floor 1."""
