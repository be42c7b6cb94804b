"""What came of an evening: turning points, payments, the recap; and how games differ."""
