"""The live board: one session shown to the phones of a table, as pages that this room alone serves.

It is an extra, `tablescore[board]`: nothing else imports this room, and only the files here that
answer requests import what serves them (Starlette, uvicorn). What is shown are the values of the
sheet and the card, worked out nowhere but where every other command has them from.
"""
