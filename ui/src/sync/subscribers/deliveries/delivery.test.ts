import { expect, it } from 'vitest';
import {
  type Delivery,
  type DeliveryDetail,
  errorBesidesStatus,
  isRetryPending,
  prettyPrintJson,
  resendRefusalKey,
} from './delivery.ts';

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
const detail: DeliveryDetail = {
  delivery,
  request: { url: 'https://a.example', headers: {}, body: '{}' },
  answer: null,
};

it('has a pending retry only while its time is in the future', () => {
  const now = Date.parse('2026-11-20T06:32:10.000Z');
  expect(isRetryPending({ nextTime: '2026-11-20T06:32:15.000Z' }, now)).toBe(true);
  expect(isRetryPending({ nextTime: '2026-11-20T06:32:05.000Z' }, now)).toBe(false);
  expect(isRetryPending({ nextTime: null }, now)).toBe(false);
});

it('formats JSON and leaves other text unchanged', () => {
  expect(prettyPrintJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyPrintJson('<h1>502</h1>')).toBe('<h1>502</h1>');
});

it('can be resent while its change is stored, unless it is a test', () => {
  expect(resendRefusalKey(detail)).toBeUndefined();
  expect(resendRefusalKey({ ...detail, delivery: { ...delivery, kind: 'resend' } })).toBeUndefined();
  expect(resendRefusalKey({ ...detail, request: null })).toBe('nothingToResend');
  expect(resendRefusalKey({ ...detail, delivery: { ...delivery, record: null } })).toBe('nothingToResend');
  expect(resendRefusalKey({ ...detail, delivery: { ...delivery, kind: 'test', record: null } })).toBe('testNotResent');
});

it('returns an error only if it says more than the status', () => {
  expect(errorBesidesStatus(delivery)).toBeNull();
  expect(errorBesidesStatus({ status: null, error: 'timeout' })).toBe('timeout');
  expect(errorBesidesStatus({ status: 302, error: 'redirected' })).toBe('redirected');
});
