"""The live board: one session shown on the phones of a table, as pages that this room serves.

It is an extra, `tablescore[board]`: nothing else imports this room, and only the files here that
answer requests import the server packages (Starlette, uvicorn). The values shown are those of the
sheet and the dealer card, computed by the same code as for every other command."""
