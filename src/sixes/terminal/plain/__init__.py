"""Line by line: every state in sentences, no cursor movement, input from a keyboard or a pipe."""
