"""Generate the protocol page, openapi.json and the client's types from the message types and the routes."""
