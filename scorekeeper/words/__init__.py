"""What is said of a game and of a deal, piece by piece, in the language spoken."""
