"""What the cards of played games cost, measured with open cards.

* `games` -- the games of a run, made ready for the solver;
* `result` -- `regret`, and `Regret`: losses by role, trick, contract and player, as frames;
* `decisions` -- the costliest cards as positions one can read;
* `tables`, `text`, `plots`, `page` -- the answer for terminal and browser.
"""

from skatsim.reports.regret.result import Regret, regret

__all__ = ["Regret", "regret"]
