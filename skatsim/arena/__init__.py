"""Floor 4½: bots at the table of another program, the real XSkat, unmodified.

XSkat draws on a screen and is played with the mouse.  A stand-in for its display library, built when it is needed,
turns what it draws into lines of text and takes clicks back.

* `xstub.c` -- the stand-in: our own code, of the display library only what XSkat calls;
* `program` -- XSkat found, the stand-in built, and one process of the two;
* `screen` -- what the screen of one seat shows, from its lines;
* `outsider` -- a bot behind one screen: it knows what that screen shows, and nothing else;
* `log` -- what XSkat writes down of a deal, judged by the referee;
* `match` -- boards: each deal in the six seatings of a bot and XSkat.

A *chair* is XSkat's number of a player, 0 to 2 clockwise; a *seat* is as everywhere the position in a deal.
"""
