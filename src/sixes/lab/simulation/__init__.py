"""`sixes simulate`: many games, and their statistics."""
