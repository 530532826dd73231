"""The codes with which the server closes sockets."""

NORMAL = 1000
PROTOCOL_ERROR = 1002
UNSUPPORTED = 1003
"""A binary message: all of ours are text."""
BAD_TEXT = 1007
"""Text that is not UTF-8."""
TOO_LONG = 1009
"""A message of too many bytes, or in too many frames."""
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
