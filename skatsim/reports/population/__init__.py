"""How safe the bids of a whole run were: `skatsim safety --run`.

* `counts` -- declared games by bid, game, seat, matadors, jacks and trumps, in one pass;
* `moves` -- the same deals again with one seat's limit moved;
* `result` -- `safety_of`, all of it as one object;
* `tables`, `text`, `plots`, `page` -- the answer for people.
"""
