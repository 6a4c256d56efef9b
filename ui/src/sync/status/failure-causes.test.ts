import { expect, it } from 'vitest';
import { type FailureCause, failureCauseOf, httpStatusOf } from './failure-causes.ts';

it.each<[string, FailureCause]>([
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
  ['an unknown error', 'other'],
])('classifies “%s” as %s', (error, cause) => expect(failureCauseOf(error)).toBe(cause));

it('reads the HTTP status from an error', () => {
  expect(httpStatusOf('HTTP 503')).toBe(503);
  expect(httpStatusOf('connect ECONNREFUSED 127.0.0.1:503')).toBeUndefined();
});
