"""The codes with which the server closes sockets."""

PROTOCOL_ERROR = 1002
TOO_LONG = 1009
FAILED = 1011
RESTARTING = 1012
"""The client should come back in a moment."""
NOT_NOW = 1013
"""Refused for now: the client should retry later; its last message says why."""
REFUSED = 4000
"""The client need not come back; its last message says why."""
FAULTY = 4001
"""It sent too many messages that cannot be read."""
FLOODED = 4002
"""It sent far too many messages."""
