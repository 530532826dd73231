"""Several servers as one cluster: leases, and messages between nodes."""
