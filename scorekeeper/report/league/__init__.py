"""Leagues as values."""
