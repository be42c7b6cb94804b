"""Scoring: facts of a deal -> checked facts -> points, outcome, flags."""

from scorekeeper.scoring.judge import Judged, Scored, judged
from scorekeeper.scoring.resting import of_people, of_seats

__all__ = ["Judged", "Scored", "judged", "of_people", "of_seats"]
