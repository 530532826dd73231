import sys

from sixes.cli import main

if __name__ == "__main__":
    sys.exit(main())
