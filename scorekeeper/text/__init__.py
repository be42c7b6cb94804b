"""Messages as values, translation, display widths, dates and money."""
