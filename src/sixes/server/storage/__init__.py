"""Durable storage: the contract, and its implementation on SQLite or PostgreSQL."""
