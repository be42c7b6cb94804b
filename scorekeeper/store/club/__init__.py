"""A home in PostgreSQL that several machines share. Only here is psycopg imported (extra `club`),
so a folder needs none of it."""
