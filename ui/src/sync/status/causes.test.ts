import { expect, it } from 'vitest';
import { type Cause, causeOf, statusOf } from './causes.ts';

it.each<[string, Cause]>([
  ['HTTP 302', 'redirect'],
  ['HTTP 401', 'unauthorized'],
  ['HTTP 404', 'notFound'],
  ['HTTP 410', 'gone'],
  ['HTTP 422', 'client'],
  ['HTTP 429', 'tooMany'],
  ['HTTP 503', 'server'],
  ['no answer within 10000 ms', 'timeout'],
  ['the connection was closed without an answer', 'closed'],
  ['read ECONNRESET', 'closed'],
  ['connect ECONNREFUSED 127.0.0.1:9', 'refused'],
  ['getaddrinfo ENOTFOUND nowhere.example', 'name'],
  ['self-signed certificate', 'certificate'],
  ['Nothing is sent to the address of tls.example.', 'address'],
  ['what nobody has thought of', 'other'],
])('%s is told as %s', (error, cause) => expect(causeOf(error)).toBe(cause));

it('reads the status of an answer', () => {
  expect(statusOf('HTTP 503')).toBe(503);
  expect(statusOf('connect ECONNREFUSED 127.0.0.1:503')).toBeUndefined();
});
