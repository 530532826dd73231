"""Makes the pages that programs and their authors read from the message types and the routes themselves."""
