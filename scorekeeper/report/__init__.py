"""The values that reports show: sheet, summary, recap, and the text of each."""
