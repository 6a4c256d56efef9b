"""Keeps a replica of Gazetteer's records in SQLite. Python 3.8 or newer, nothing else.

  GAZETTEER=http://127.0.0.1:8080 TOKEN=gzf_... python3 replica.py pull
  WEBHOOK_SECRET=whsec_... PORT=9000 python3 replica.py receive
  python3 replica.py dump

DATABASE names the file, replica.db by default. Begin with pull, also where changes are pushed.
"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

SCHEMA = """
CREATE TABLE IF NOT EXISTS record (
  entity TEXT, record_id INTEGER, code TEXT, version INTEGER, body TEXT, PRIMARY KEY (entity, record_id));
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT);
"""


def open_replica():
    replica = sqlite3.connect(os.environ.get("DATABASE", "replica.db"), isolation_level=None)
    replica.executescript(SCHEMA)
    return replica


def read_state(replica, name):
    row = replica.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
    return row and row[0]


def write_state(replica, name, value):
    replica.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))


def apply(replica, change):
    """Stores a change unless a newer version is there. A deletion keeps its version, so that nothing older brings the record back."""
    if change["position"] <= int(read_state(replica, "snapshot") or 0):
        return  # the snapshot has it
    body = None if change["deleted"] else json.dumps(change["record"])
    replica.execute(
        """INSERT INTO record VALUES (?, ?, ?, ?, ?) ON CONFLICT (entity, record_id)
           DO UPDATE SET code = excluded.code, version = excluded.version, body = excluded.body
           WHERE excluded.version > record.version""",
        (change["entity"], change["recordId"], change["code"], change["version"], body),
    )


def request(path):
    address = os.environ["GAZETTEER"] + "/dc/api/v1/" + path
    return urllib.request.urlopen(
        urllib.request.Request(address, headers={"Authorization": "Bearer " + os.environ["TOKEN"]}), timeout=60
    )


def is_restored(replica, page_or_change):
    """Whether the database was restored from a backup since the snapshot, so that the replica may have changes that are lost."""
    return str(page_or_change["epoch"]) != read_state(replica, "epoch")


def take_snapshot(replica):
    """Replaces everything in one transaction; a snapshot without its last line is not whole."""
    replica.execute("BEGIN")
    try:
        replica.execute("DELETE FROM record")
        is_whole = False
        for text in request("changes/snapshot"):
            line = json.loads(text)
            if line["type"] == "snapshot":
                write_state(replica, "epoch", line["epoch"])
                write_state(replica, "snapshot", line["cursor"])
                write_state(replica, "cursor", line["cursor"])
            elif line["type"] == "record":
                record = line["record"]
                replica.execute(
                    "INSERT INTO record VALUES (?, ?, ?, ?, ?)",
                    (line["entity"], line["recordId"], record.get("code"), record["version"], json.dumps(record)),
                )
            elif line["type"] == "end":
                is_whole = True
        if not is_whole:
            raise RuntimeError("the snapshot broke off; try again")
        replica.execute("COMMIT")
    except BaseException:
        replica.execute("ROLLBACK")
        raise


def is_expired(error):
    if error.code != 422:
        return False
    fields = json.load(error)["data"].get("fields", [])
    return any(field["rule"] in ("expired", "beyondHead") for field in fields)


def pull(replica):
    """Reads on from the stored cursor. Without one, or if its changes are no longer kept, begins with a snapshot."""
    if read_state(replica, "cursor") is None:
        take_snapshot(replica)
    more = True
    while more:
        try:
            page = json.load(request("changes?limit=1000&cursor=" + read_state(replica, "cursor")))["data"]
        except urllib.error.HTTPError as error:
            if not is_expired(error):
                raise
            take_snapshot(replica)
            continue
        if is_restored(replica, page):
            take_snapshot(replica)
            continue
        replica.execute("BEGIN")
        for change in page["items"]:
            apply(replica, change)
        # together with the changes, so that a crash repeats some but loses none
        write_state(replica, "cursor", page["nextCursor"])
        replica.execute("COMMIT")
        more = page["more"]


def verify(secret, headers, raw_body, now):
    """Checks the signature over the body as it came: re-serialised JSON may differ."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_") :])
    content = (headers.get("webhook-id", "") + "." + timestamp + ".").encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # the header has several signatures while the secret is replaced
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(each.encode(), expected) for each in signatures)


def receive(replica, secret, port):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if not verify(secret, self.headers, body, time.time()):
                self.send_response(400)
            else:
                message = json.loads(body)
                if message["type"] != "test":
                    if is_restored(replica, message["data"]):
                        take_snapshot(replica)
                    apply(replica, message["data"])
                # only now, as what was answered with 2xx is not sent again
                self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", port), Handler)
    print("http://127.0.0.1:%d" % server.server_port, flush=True)
    server.serve_forever()


def dump(replica):
    for entity, record_id, version, body in replica.execute(
        "SELECT entity, record_id, version, body FROM record ORDER BY entity, record_id"
    ):
        print(json.dumps({"entity": entity, "recordId": record_id, "version": version, "record": body and json.loads(body)}))


if __name__ == "__main__":
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "pull":
        pull(open_replica())
    elif command == "receive":
        receive(open_replica(), os.environ["WEBHOOK_SECRET"], int(os.environ.get("PORT", "9000")))
    elif command == "dump":
        dump(open_replica())
    else:
        sys.exit(__doc__)
