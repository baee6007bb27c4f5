"""Fixtures that every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile("abtools", deadline=None, print_blob=True)
hypothesis.settings.load_profile("abtools")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real files: $ABTOOLS_CORPUS, else ../shared/corpus beside the repository."""
    named = os.environ.get("ABTOOLS_CORPUS")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip(f"no corpus of real files at {folder} (set ABTOOLS_CORPUS)")
    return folder
