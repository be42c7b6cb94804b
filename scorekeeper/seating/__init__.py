"""Who sits where in the rounds of an event: tables, places, byes, and how even it all is."""
