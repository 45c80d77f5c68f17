"""A bot in Python's standard library alone, over HTTP and server-sent events: it accepts every invitation and plays every
game to its end, always with the cheapest answer. Run it: BOT_TOKEN=... python3 bot.py"""
import json, os, threading, time, urllib.error, urllib.request

API = os.environ.get("API", "http://127.0.0.1:7575")
TOKEN = os.environ["BOT_TOKEN"]


def ask(method, path, body=None, headers=None):
    """One request; the answer is open and can be read."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **(headers or {})}
    return urllib.request.urlopen(urllib.request.Request(API + path, data, sent, method=method), timeout=40)


def is_for_good(refusal):
    """429 and 503 say how long to wait; whatever else is refused stays refused."""
    if refusal.code not in (429, 503):
        print(refusal.url, json.load(refusal)["code"], flush=True)
        return True
    time.sleep(float(refusal.headers.get("Retry-After", 1)))


def call(path, body, headers=None):
    """A POST that does no harm twice: repeated until there is an answer; None if it is refused."""
    while True:
        try:
            with ask("POST", path, body, headers) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if is_for_good(refusal):
                return None
        except OSError:
            time.sleep(1)


def frames(path):
    """The frames of a stream, through lost connections: Last-Event-ID makes it go on where it stopped."""
    resume = {"Accept": "text/event-stream"}
    while True:
        try:
            with ask("GET", path, headers=resume) as stream:
                if stream.status == 204:  # it is over, and nothing will ever come
                    return
                for line in stream:  # every 15 seconds comes a comment, so silence is a dead line: it times out
                    field, _, value = line.decode().rstrip("\r\n").partition(": ")
                    if field == "id":
                        resume["Last-Event-ID"] = value
                    elif field == "data":
                        yield json.loads(value)
        except urllib.error.HTTPError as refusal:
            if is_for_good(refusal):
                return
        except OSError:
            pass
        time.sleep(1)


def play(game):
    """Answers whenever this bot is asked. `legal` is whatever the game would accept, so no rules are needed."""
    answered = None  # the question that was answered last: other events may arrive before the answer is in them
    for frame in frames(f"/v1/games/{game}/stream"):
        you = frame["view"]["you"] if frame["type"] == "snapshot" else frame.get("you")
        if you and you["asked"] not in (None, answered):
            answered = you["asked"]
            # Be cleverer here. One key for one question: repeated, also by a bot that was restarted, it counts once.
            command = {**you["legal"][0], "expectedVersion": answered}
            call(f"/v1/games/{game}/commands", command, {"Idempotency-Key": f"{game}:{answered}"})
    print(game, "is over", flush=True)


playing = set()
for frame in frames("/v1/me/stream"):
    for invitation in frame.get("inbox", {}).get("invitations", []):
        call(f"/v1/invitations/{invitation['id']}/accept", {})
    for game in {entry["gameId"] for entry in frame.get("inbox", {}).get("games", [])} - playing:
        playing.add(game)
        threading.Thread(target=play, args=[game], daemon=True).start()
