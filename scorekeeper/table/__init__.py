"""The live table: a conversation as a pure step from a line to an answer. It prints nothing, opens
no file and knows no clock. A reply may contain an act to be recorded; the caller records it and
reports the result."""
