"""The live board: HTML pages that show one session or event on the phones of a table.

It is an extra, `tablescore[board]`: nothing else imports this room, and only the files here
that answer requests import the server packages (Starlette, uvicorn). The scores and the next
deal are computed by the same code as for every other command."""
