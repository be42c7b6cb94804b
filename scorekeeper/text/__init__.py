"""Messages as values, languages, widths, dates and money."""
