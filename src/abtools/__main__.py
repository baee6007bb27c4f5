"""`python -m abtools`: the command line."""

import sys


def main() -> None:
    """Run the command line; the commands themselves are imported only when asked for."""
    try:
        from abtools.commands import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
