"""The live table: a pure function from a conversation and a typed line to the next conversation
and a reply. It prints nothing, opens no file and reads no clock. If a reply contains an act,
the caller records the act and reports the result."""
