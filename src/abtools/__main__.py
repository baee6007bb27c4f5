"""`python -m abtools`: the command line."""

import sys


def main() -> None:
    """Run the command line; the commands themselves are imported only when asked for."""
    from abtools.commands import cli

    sys.exit(cli())


if __name__ == "__main__":
    main()
