import sys

from sixes.cli import main

sys.exit(main())
