"""A home in PostgreSQL that several machines share. Only this package imports psycopg (extra
`club`), so that a home in a folder does not need it."""
