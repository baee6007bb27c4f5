"""Did you mean: the nearest known word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or the choices when nothing is near.

    >>> did_you_mean("scroe", ["score", "check"])
    " (did you mean 'score'?)"
    >>> did_you_mean("zzz", ["score", "check"])
    '; there are: score, check'
    """
    import difflib

    choices = list(known)
    near = difflib.get_close_matches(word.lower(), choices, n=1, cutoff=0.5)
    if near:
        return f" (did you mean {near[0]!r}?)"
    return f"; there are: {', '.join(choices)}"
