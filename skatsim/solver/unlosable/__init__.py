"""Proof that a game cannot be lost: one plan against every distribution of the unseen cards and every defence.

* `unlosable`, `unlosable_ending` -- the question, for people (`proving`);
* `view` -- checked input; `prover`, `plan`, `lost` -- exact values, the plan shown, a deal that loses;
* `asking` -- the question for kernels; `points`, `null` -- the two searches; `knowledge`, `bounds` -- what defenders
  may hold, and what is certain without search.
"""

from skatsim.solver.unlosable.proving import Unlosable, unlosable, unlosable_ending

__all__ = ["Unlosable", "unlosable", "unlosable_ending"]
