"""Tables drawn as lines of text, for any screen of 80 by 24 or more; nothing here knows textual."""
