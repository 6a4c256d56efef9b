import { expect, it } from 'vitest';
import { type Delivery, type DeliveryFound, furtherError, isDue, readable, resendRefusal } from './delivery.ts';

const delivery: Delivery = {
  id: 512,
  time: '2026-11-20T06:32:10.000Z',
  kind: 'change',
  outcome: 'failed',
  entity: 'airport',
  position: 9,
  record: { position: 9, entity: 'airport', recordId: 44, code: 'PEK', action: 'update', version: 3 },
  messageId: 'chg_9',
  attempt: 2,
  duration: 84,
  status: 503,
  error: 'HTTP 503',
  reason: null,
  actor: null,
  nextTime: null,
};
const found: DeliveryFound = { delivery, request: { url: 'https://a.example', headers: {}, body: '{}' }, answer: null };

it('waits for a next try only as long as that lies ahead', () => {
  const now = Date.parse('2026-11-20T06:32:10.000Z');
  expect(isDue({ nextTime: '2026-11-20T06:32:15.000Z' }, now)).toBe(true);
  expect(isDue({ nextTime: '2026-11-20T06:32:05.000Z' }, now)).toBe(false);
  expect(isDue({ nextTime: null }, now)).toBe(false);
});

it('lays JSON out, and leaves alone what is none', () => {
  expect(readable('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readable('<h1>502</h1>')).toBe('<h1>502</h1>');
});

it('can be sent again as long as its change is kept, but a test never', () => {
  expect(resendRefusal(found)).toBeUndefined();
  expect(resendRefusal({ ...found, delivery: { ...delivery, kind: 'resend' } })).toBeUndefined();
  expect(resendRefusal({ ...found, request: null })).toBe('nothingToResend');
  expect(resendRefusal({ ...found, delivery: { ...delivery, record: null } })).toBe('nothingToResend');
  expect(resendRefusal({ ...found, delivery: { ...delivery, kind: 'test', record: null } })).toBe('testNotResent');
});

it('says of an error only what its status does not', () => {
  expect(furtherError(delivery)).toBeNull();
  expect(furtherError({ status: null, error: 'timeout' })).toBe('timeout');
  expect(furtherError({ status: 302, error: 'redirected' })).toBe('redirected');
});
