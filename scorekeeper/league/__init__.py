"""Standings over many evenings."""
