"""The site: what mkdocs needs beside the pages in docs/."""
