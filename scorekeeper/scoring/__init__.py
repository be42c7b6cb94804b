"""Scoring: facts of a deal -> checked facts -> points, outcome, flags."""

from scorekeeper.scoring.judge import Judged, Scored, judged

__all__ = ["Judged", "Scored", "judged"]
