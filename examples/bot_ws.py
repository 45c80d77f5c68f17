"""A bot over one WebSocket, in Python's standard library alone: it accepts every invitation and plays all its games on one
connection, always with the cheapest answer. Run it: BOT_TOKEN=... python3 bot_ws.py"""
import base64, json, os, socket, ssl, struct, time, urllib.error, urllib.parse, urllib.request

API = os.environ.get("API", "http://127.0.0.1:7575")
TOKEN = os.environ["BOT_TOKEN"]


class Line:
    """A WebSocket (RFC 6455): frames of JSON in both directions. Silence for three heartbeats is a dead line: OSError."""

    def __init__(self):
        url = urllib.parse.urlsplit(API)
        secure = url.scheme == "https"
        self.socket = socket.create_connection((url.hostname, url.port or (443 if secure else 80)), timeout=45)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=url.hostname)
        head = {"Host": url.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                "Sec-WebSocket-Protocol": "dalmuti.v1", "Authorization": f"Bearer {TOKEN}"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self.socket.sendall(f"GET {url.path.rstrip('/')}/v1/stream HTTP/1.1\r\n{lines}\r\n".encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise OSError("the handshake was refused")
        while self.file.readline().strip():
            pass

    def write(self, opcode, data):
        mask, size = os.urandom(4), len(data)  # a client masks what it sends; the service takes up to 16,384 bytes
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, frame):
        self.write(1, json.dumps(frame).encode())

    def read(self, count):
        data = self.file.read(count)
        if len(data) < count:
            raise OSError("the connection was closed")
        return data

    def receive(self):
        text = b""
        while True:
            first, size = self.read(2)
            if size >= 126:
                size, = struct.unpack(">H" if size == 126 else ">Q", self.read(2 if size == 126 else 8))
            data, opcode = self.read(size), first & 15
            if opcode == 8:
                raise OSError("the service closed the connection")
            if opcode == 9:
                self.write(10, data)  # a ping of the protocol is answered; the frame `ping` of ours is optional
            if opcode in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)


versions = {}  # of each game that is followed; None until its snapshot has arrived
answered = {}  # the question of each game that was answered last
pending = {}  # commands without an ack: repeated under the same key after a lost line, they count once


def accept(invitation):
    """Accepting is a call over HTTP. What is refused is no longer open; after a lost answer the inbox comes again."""
    sent = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    try:
        urllib.request.urlopen(urllib.request.Request(f"{API}/v1/invitations/{invitation}/accept", b"{}", sent), timeout=20)
    except OSError as error:
        print("not accepted:", error, flush=True)


def subscribe(line, topic):
    """With `after` a game goes on where this bot stopped; `subscribed` answers with the version the first frames lead to."""
    after = versions.get(topic)
    line.send({"type": "subscribe", "id": topic, "topic": topic, **({} if after is None else {"after": after})})


def consider(line, topic, version, you):
    """Answers each question once. `legal` is whatever the game would accept, so no rules are needed."""
    versions[topic] = version
    if you and you["asked"] not in (None, answered.get(topic)):
        answered[topic] = you["asked"]
        command = {**you["legal"][0], "expectedVersion": you["asked"]}  # be cleverer here
        game = topic.split(":")[1]
        pending[topic] = {"type": "command", "id": topic, "gameId": game, "key": f"{game}:{you['asked']}", "command": command}
        line.send(pending[topic])


def handle(line, frame):
    kind, topic = frame["type"], frame.get("topic")
    if kind == "inbox":
        for invitation in frame["inbox"]["invitations"]:
            accept(invitation["id"])
        for game in frame["inbox"]["games"]:
            if f"game:{game['gameId']}" not in versions:
                versions[f"game:{game['gameId']}"] = None
                subscribe(line, f"game:{game['gameId']}")
    elif kind == "snapshot":
        consider(line, topic, frame["version"], frame["view"]["you"])
    elif kind == "events" and versions.get(topic) == frame["after"]:
        consider(line, topic, frame["version"], frame["you"])
    elif kind == "events" and frame["version"] > (versions.get(topic) or 0):
        subscribe(line, topic)  # frames are missing
    elif kind == "heartbeat":
        for head in frame["heads"]:
            if versions.get(head["topic"]) is not None and head["version"] > versions[head["topic"]]:
                subscribe(line, head["topic"])
    elif kind == "ack":
        pending.pop(frame["id"], None)
    elif kind == "rejected" and frame["problem"]["code"] in ("rate_limited", "unavailable"):
        time.sleep(frame["problem"].get("retryAfterSeconds", 1))
        line.send(pending[frame["id"]]) if frame["id"] in pending else subscribe(line, frame["id"])
    elif kind == "rejected":
        print(frame["problem"]["code"], frame["problem"].get("detail"), flush=True)
        pending.pop(frame["id"], None)
    elif kind == "unsubscribed":
        print(topic, "is over", flush=True)
        for known in (versions, answered, pending):
            known.pop(topic, None)
    elif kind == "closing":
        print("closing:", frame["reason"], flush=True)
        if not frame["reconnect"]:
            raise SystemExit(1)
        time.sleep(frame["retryAfterSeconds"])


while True:
    try:
        line = Line()
        for topic in ["me", *versions]:
            subscribe(line, topic)
        for command in pending.values():
            line.send(command)
        while True:
            handle(line, line.receive())
    except OSError as error:
        print("reconnecting:", error, flush=True)
        time.sleep(1)
