"""WebSockets: the handshake, the protocol, and the connection of one player to one table."""
