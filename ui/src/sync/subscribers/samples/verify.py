# Python 3.8 or newer: python3 verify.py
import base64
import hashlib
import hmac


def verify(secret, headers, raw_body, now):
    """Checks the raw body: re-serialised JSON may differ."""
    id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    # refuses replays: deliveries older than five minutes
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    content = f"{id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # the header has several while a secret is replaced
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))


# An example. A receiver takes its own secret, what it has
# received, and now = time.time().
secret = "whsec_ZXhhbXBsZS1zZWNyZXQtMjQtYnl0ZXMh"
headers = {
    "webhook-id": "test_5c1b2d0e",
    "webhook-timestamp": "1795156330",
    "webhook-signature": "v1,892Av0SbFmPZ0fF3kfdJQd9auYML9Kguj8b4lZZTV14=",
}
raw_body = '{"type":"test","timestamp":"2026-11-20T06:32:10.000Z","data":{}}'.encode()
now = 1795156330
print("valid" if verify(secret, headers, raw_body, now) else "invalid")
