"""Was that bid safe?  What to bid on ten cards, what to play and put away with twelve.

* `question` -- what is asked, checked;
* `worlds` -- many deals for a question, side by side, and when there are enough;
* `curve` -- what holding up to each bid brings;
* `contracts` -- every contract on the same deals, and which bids its value covers;
* `skat` -- what each card is worth in the skat;
* `open_cards` -- what could be made with open cards;
* `proofs` -- what cannot be lost;
* `twelve` -- which contract and which two cards to put away;
* `answer` -- `safety`, all of it as one object;
* `words`, `tables`, `plots`, `page` -- the answer for people.
"""

from skatsim.reports.safety.answer import Safety, safety
from skatsim.reports.safety.twelve import TwelveCards

__all__ = ["Safety", "TwelveCards", "safety"]
