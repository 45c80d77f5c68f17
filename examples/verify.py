"""Checks the chance of a finished game by docs/FAIRNESS.md: python3 verify.py <answer of GET /v1/games/{id}/replay, or ->
Checked are the seed, the contributions, every draw and deal, whom the cards went to, and that nobody gives what he does not
hold; not, whether moves were allowed, in turn and in time. Compare the commitment and your contribution with what you noted."""
import hashlib, hmac, itertools, json, struct, sys
CARDS = "DW 1 2 3 4 5 6 TW 7 8 9 10 11 RB 12 W J".split()  # the order in which hands are kept
WORTH = dict(zip(CARDS, [0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 11, 12, 13, 13]))  # when cards are drawn for seats
N, J = [str(rank) for rank in range(1, 13) for _ in range(rank)], ["J", "J"]  # card r, r times, the best first; the Jesters
DECKS = {"full": N + J, "strip12": N[:66] + J, "strip11-12": N[:55] + J, "corporate60": ["DW", *N[:21], "TW", *N[21:55], "RB", "W", "W"]}
def need(holds, otherwise):
    if not holds: raise AssertionError(otherwise)
def words(seed, purpose, contributions):
    lines = "".join(f"{seat} {entropy}\n" for seat, entropy in sorted(contributions.items()))
    key = hmac.digest(seed, f"dalmuti stream v1\n{purpose}\n{lines}".encode(), "sha256")
    for i in itertools.count(): yield from struct.unpack(">8I", hmac.digest(key, str(i).encode(), "sha256"))
below = lambda bound, stream: next(word % bound for word in stream if word < 2**32 - 2**32 % bound)
def shuffled(items, stream):
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        chosen = below(last + 1, stream)
        items[last], items[chosen] = items[chosen], items[last]
    return items

def draw_for_seats(seats, deck, rules, stream):
    worth = {**WORTH, "W": -1, "J": -1} if rules["corp"] and rules["corp"]["drawWilds"] == "best" else WORTH
    pile, aside, drawn, rounds = shuffled(deck, stream), [], {seat: [] for seat in seats}, [[]]
    unique = rules["seating"]["ties"] == "until-unique"  # then the last card of a seat decides, else its first ones first
    value = lambda seat: [worth[card] for card in drawn[seat]][-1 if unique else 0:]
    def draw(seat):
        aside.extend(drawn[seat][-1:])
        if not pile: pile[:], aside[:] = shuffled(aside, stream), []
        drawn[seat].append(pile.pop())
        rounds[-1].append({"seat": seat, "card": drawn[seat][-1]})
    need(len(seats) <= (len({worth[card] for card in deck}) if unique else 12), "so many cannot draw")
    for seat in seats if unique else ():
        while value(seat) in [[], *map(value, range(seat))]: draw(seat)
    while tied := [seat for seat in seats if list(map(value, seats)).count(value(seat)) > 1]:
        for seat in tied: draw(seat)
        rounds.append([])
    return sorted(seats, key=value), [{"draws": draws} for draws in rounds if draws]

def check(document):  # yields each event's version before it is checked, and a line for each draw and deal that is right
    events, rules, proof, game = (document[name] for name in ("events", "ruleset", "proof", "gameId"))
    start, seed, misdeal = events[0], bytes.fromhex(proof["seed"]), rules["misdeal"]
    commitment = hashlib.sha256(f"dalmuti commitment v1\n{game}\n".encode() + seed).hexdigest()
    told = [proof["algorithm"], start["type"], start["gameId"], start["ruleset"]]
    need(told == ["dalmuti-1", "gameStarted", game, rules], "the events begin another game, or not by dalmuti-1")
    need(proof["commitment"] == start["fairness"]["commitment"] == commitment, "the seed does not fit the commitment")
    given, order = [{**one, "fromHand": 1} for one in start["fairness"]["contributions"]], list(range(len(start["seats"])))
    counted, hands, deck = {one["seat"]: one["entropy"] for one in given}, {}, []
    number, rate = 1, misdeal["rate"] if misdeal["mode"] == "simulated" else None  # number: of the hand in play, or the next
    stream = lambda purpose: words(seed, purpose, counted)
    new_deck = lambda: DECKS[rules["deck"] if rules["deck"] != "auto" else "strip11-12" if n <= 4 else "strip12" if n == 5 else "full"]
    is_exposed = lambda at: (at + 1) % n and below(1000000, stream(f"misdeal/{number}/{at}")) < (rate or 0) * 1000000
    def must(**fields):
        for name, value in fields.items(): need(event[name] == value, f"{name} of {kind} should be {json.dumps(value)}")
    for version, event in enumerate(events, 1):
        yield version, ""
        kind, seat, n, told = event["type"], event.get("seat"), len(order), event.get("order", [])
        must(version=version)
        if "handNumber" in event: must(handNumber=number if hands or deck or kind == "handDealt" else None)
        coming = {"seatsReversed": order[::-1], "seatClosed": [one for one in order if one != seat],
                  "handEnded": told if sorted(told) == sorted(order) else order}.get(kind, order)
        if kind == "seatsDrawn":
            how, rounds = "kept" if start["classesKept"] else rules["seating"]["method"], []
            if how == "kept" and sorted(told) == order: coming = told
            if how == "random": coming = shuffled(order, stream("seating"))
            if how == "draw": coming, rounds = draw_for_seats(order, new_deck(), rules, stream("seating"))
            must(version=2, rounds=rounds)
            yield version, f"seats: {how}, {len(rounds)} rounds of draws\n"
        elif kind in ("cardExposed", "handDealt"):
            if not deck: deck, place = shuffled(new_deck(), stream(f"deal/{number}")), 0
            place = next((at for at in range(place, len(deck)) if is_exposed(at)), None)
            if place is not None: must(type="cardExposed", seat=order[place % n], card=deck[place], dealt=place, deck=deck)
            else:
                hands, deck, answered, silent = {one: sorted(deck[at::n], key=CARDS.index) for at, one in enumerate(order)}, [], [], None
                must(type="handDealt", hands=[{"seat": one, "count": len(hands[one]), "cards": hands[one]} for one in order])
                yield version, f"hand {number}: {sum(map(len, hands.values()))} cards dealt to {n}\n"
        elif kind == "misdealSettled":
            need(deck and is_exposed(place), "no card is exposed")
            held = range(n - 1, place, n) if event["to"] == "greaterPeon" else []
            chosen = deck[held[below(len(held), stream(f"misdeal/{number}/{place}/replacement"))]] if held else None
            must(card=deck[place], replacement=chosen)
            other = next((at for at in held if deck[at] == chosen), place)
            deck[place], deck[other], place = deck[other], deck[place], place + 1
        elif kind == "revolutionAnswered" and event["cause"] == "clock":
            if silent is None: silent = shuffled([one for one in order if one not in answered], stream(f"revolution/{number}"))
            must(seat=silent.pop(0))
        elif kind in ("revolutionAnswered", "revolutionDeclared"): answered.append(seat)
        elif kind in ("taxesExchanged", "merchantExchanged"):
            for side, who in (("give", "upper"), ("take", "lower")):
                hand = hands[event[who]] if kind == "merchantExchanged" and rules["mex"][side] == "random" else []
                if hand: must(**{who + "Gives": [hand[below(len(hand), stream(f"merchant/{side}/{number}"))]]})
            for trade in event.get("exchanges", [event]):
                for giver, taker in (("lower", "upper"), ("upper", "lower")):
                    for card in trade[giver + "Gives"]: hands[trade[giver]].remove(card)
                    hands[trade[taker]] = sorted(hands[trade[taker]] + trade[giver + "Gives"], key=CARDS.index)
        elif kind == "newcomerArrived":
            must(seat=len(start["seats"]) + sum(before["type"] == kind for before in events[:version - 1]))
            if event["entropy"] is not None: given.append({"seat": seat, "entropy": event["entropy"], "fromHand": None})
        elif kind == "newcomersPlaced":
            need(not hands and not deck, "newcomers come in only between two hands")
            coming = order[:event["above"]] + event["seats"] + order[event["above"]:]
            counted.update({one["seat"]: one["entropy"] for one in given if one["seat"] in event["seats"]})
        order = coming
        if "order" in event: must(order=order)
        for one in given: one["fromHand"] = one["fromHand"] or ("handNumber" in event and one["seat"] in counted and number or None)
        if kind in ("handEnded", "handVoided"): hands, deck, number = {}, [], number + 1
    need(kind == "gameEnded", "the game is not over")
    yield 0, ""
    need(proof["contributions"] == given, "the contributions of the proof are not those of the events")
def main(path, version=0):
    try:
        document = json.load(sys.stdin if path == "-" else open(path, encoding="utf-8"))
        for version, line in check(document): print(end=line)
    except Exception as error:
        what = "" if isinstance(error, AssertionError) else f"this is not the document of a finished game: {type(error).__name__}: "
        return (f"event {version}: " if version else "") + what + str(error)
    print("ok")
if __name__ == "__main__": sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
