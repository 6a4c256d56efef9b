// Node.js 18 or newer: node verify.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Checks the raw body: re-serialised JSON may differ. */
function verify(secret, headers, rawBody, now) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'] ?? '';
  // refuses replays: deliveries older than five minutes
  if (!(Math.abs(now - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
  const expected = Buffer.from(`v1,${mac}`);
  // the header has several while a secret is replaced
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// An example. A receiver takes its own secret, what it has
// received, and now = Date.now() / 1000.
const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtMjQtYnl0ZXMh';
const headers = {
  'webhook-id': 'test_5c1b2d0e',
  'webhook-timestamp': '1795156330',
  'webhook-signature': 'v1,892Av0SbFmPZ0fF3kfdJQd9auYML9Kguj8b4lZZTV14=',
};
const rawBody = '{"type":"test","timestamp":"2026-11-20T06:32:10.000Z","data":{}}';
const now = 1795156330;
console.log(verify(secret, headers, rawBody, now) ? 'valid' : 'invalid');
