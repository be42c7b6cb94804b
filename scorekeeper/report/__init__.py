"""The values that people read: sheet, summary, recap, and the words of each."""
