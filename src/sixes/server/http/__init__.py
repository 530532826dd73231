"""The HTTP interface: routes, identity, and the files of the browser client."""
