"""Tests of floor 0."""
