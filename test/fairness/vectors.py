"""Prints the test vectors of docs/FAIRNESS.md, made by examples/verify.py: python3 test/fairness/vectors.py > test/fairness/vectors.json"""
import hashlib, itertools, json, pathlib, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "examples"))
import verify

SEED = bytes(range(32))
GAME_ID = "019b8f0a-0002-7001-8001-0000000d0201"
TWO = {0: "a1", 3: "b 2"}
# Some throw few words away or none, one almost half of them, and one a quarter.
BOUNDS = [1, 6, 80, 1000000, 2**31 + 1, 3 * 2**30, 2**32]


def stream(purpose, contributions):
    return verify.words(SEED, purpose, contributions)


def told(contributions):
    return [{"seat": seat, "entropy": entropy} for seat, entropy in contributions.items()]


def of_stream(purpose, contributions):
    numbers = lambda bound: [verify.below(bound, words) for words in [stream(purpose, contributions)] for _ in range(20)]
    return {
        "purpose": purpose,
        "contributions": told(contributions),
        "words": list(itertools.islice(stream(purpose, contributions), 20)),
        "numbers": [{"bound": bound, "below": numbers(bound)} for bound in BOUNDS],
    }


def of_deal(purpose, contributions, deck, players):
    pile = verify.shuffled(verify.DECKS[deck], stream(purpose, contributions))
    hands = [sorted(pile[position::players], key=verify.CARDS.index) for position in range(players)]
    return {"purpose": purpose, "contributions": told(contributions), "deck": deck, "pile": pile, "hands": hands}


def of_seats(contributions, deck, players, ties, best):
    rules = {"seating": {"ties": ties}, "corp": {"drawWilds": "best"} if best else None}
    order, rounds = verify.draw_for_seats(list(range(players)), deck, rules, stream("seating", contributions))
    drawn = [one["draws"] for one in rounds]
    return {"contributions": told(contributions), "deck": deck, "players": players, "ties": ties, "wildsAreBest": best, "rounds": drawn, "order": order}


# So few that the pile runs out, and the cards laid aside are shuffled.
FEW = ["1", "2", "2", "3", "3", "3", "4", "4", "4", "4", "5", "6", "J", "J"]
items = ["a", "b", "c", "d", "e", "f", "g", "h"]
vectors = {
    "seed": SEED.hex(),
    "gameId": GAME_ID,
    "commitment": hashlib.sha256(b"dalmuti commitment v1\n" + GAME_ID.encode() + b"\n" + SEED).hexdigest(),
    "streams": [
        of_stream("seating", {}),
        of_stream("deal/1", {}),
        of_stream("deal/1", TWO),
        of_stream("deal/1", {0: "a1", 10: "~", 9: "!"}),
        of_stream("misdeal/2/17/replacement", TWO),
    ],
    "shuffle": {
        "purpose": "revolution/1",
        "contributions": told(TWO),
        "items": items,
        "shuffled": verify.shuffled(items, stream("revolution/1", TWO)),
    },
    "seatDraws": [
        of_seats({}, verify.DECKS["full"], 8, "tied-redraw", False),
        of_seats(TWO, verify.DECKS["full"], 12, "until-unique", False),
        of_seats(TWO, verify.DECKS["corporate60"], 6, "tied-redraw", True),
        of_seats({}, FEW, 11, "tied-redraw", False),
        of_seats(TWO, FEW, 11, "tied-redraw", True),
    ],
    "deals": [
        of_deal("deal/1", TWO, "full", 6),
        of_deal("deal/2", {}, "strip12", 5),
        of_deal("deal/3", TWO, "strip11-12", 4),
        of_deal("deal/4", {}, "corporate60", 4),
    ],
}
print(json.dumps(vectors, indent=2))
