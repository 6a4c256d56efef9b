import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Schemas, transitions } from '../../src/http/contract.ts';
import { createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
});
afterAll(() => service.stop());

// Cast: Object.keys returns string[].
const events = Object.keys(transitions) as Schemas['Event'][];
const statuses: Schemas['Status'][] = ['pending', 'approved', 'active', 'inactive', 'rejected'];
const eventsByStatus = events.flatMap((event) => statuses.map((from) => ({ event, from, ...findTarget(event, from) })));

function findTarget(event: Schemas['Event'], from: Schemas['Status']) {
  const { from: allowedFrom, to } = transitions[event];
  return { to: allowedFrom.includes(from) ? to : undefined };
}

describe('a transition', () => {
  test.each(eventsByStatus.filter(({ to }) => to))('$event: $from → $to', async ({ event, from, to }) => {
    const country = await countries.createInStatus[from]();
    const changedCountry = await countries.transition(country, event, 'because');
    const { updateTime, updatedBy } = changedCountry;
    expect(changedCountry).toEqual({ ...country, status: to, version: country.version + 1, updateTime, updatedBy });
    expect(await countries.get(country.id)).toEqual(changedCountry);
  });

  test.each(eventsByStatus.filter(({ to }) => !to))('$event is refused from $from', async ({ event, from }) => {
    const country = await countries.createInStatus[from]();
    const admin = await service.as('admin');
    const call = { path: { id: country.id }, ifMatch: country.version, body: { event, reason: 'because' } };
    await admin.expectRefusal('transitionCountry', call, 'invalidTransition');
    expect(await countries.get(country.id)).toEqual(country);
  });

  test('an approval can activate the record at once, with a log entry for each', async () => {
    const country = await countries.createInStatus.pending();
    const reviewer = await service.as('admin');
    const call = {
      path: { id: country.id },
      ifMatch: country.version,
      body: { event: 'approve', activate: true },
    } as const;
    const { record } = await reviewer.ok('transitionCountry', call);
    expect(record).toMatchObject({ status: 'active', version: country.version + 2 });
    const history = await reviewer.ok('getCountryHistory', { path: { id: country.id } });
    expect(history.items.slice(0, 2).map(({ action, version, after }) => [action, version, after?.status])).toEqual([
      ['activate', country.version + 2, 'active'],
      ['approve', country.version + 1, 'approved'],
    ]);
  });
});
