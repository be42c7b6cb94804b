"""Renderings of reports: each value as text, JSON, CSV, Markdown and HTML."""
