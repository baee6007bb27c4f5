"""Comparing tables that played the same boards: match points, IMPs, victory points, rankings."""

from abtools.comparison.board_scores import (
    ROUNDINGS,
    Scores,
    board_a_match,
    butler,
    cross_imps,
    datum,
    match_points,
    percentages,
)
from abtools.comparison.field import Comparison, Row, Standing, Traveller, compare
from abtools.comparison.imps import IMP_SCALES, imps, victory_points
from abtools.comparison.matches import Match, Matches, MatchRow, matches, play_matches
from abtools.comparison.methods import METHODS, OF_MATCHES, Method, Options
from abtools.comparison.results import BoardNames, TableResult, score_table_results, table_results

__all__ = [
    "IMP_SCALES",
    "METHODS",
    "OF_MATCHES",
    "ROUNDINGS",
    "BoardNames",
    "Comparison",
    "Match",
    "MatchRow",
    "Matches",
    "Method",
    "Options",
    "Row",
    "Scores",
    "Standing",
    "TableResult",
    "Traveller",
    "board_a_match",
    "butler",
    "compare",
    "cross_imps",
    "datum",
    "imps",
    "match_points",
    "matches",
    "percentages",
    "play_matches",
    "score_table_results",
    "table_results",
    "victory_points",
]
