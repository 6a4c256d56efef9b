import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = (service: Service) => ({
  protocols: createEntityClient(service, 'Protocol'),
  countries: createEntityClient(service, 'Country'),
});
let service: Service;
let clients: ReturnType<typeof createClients>;
beforeAll(async () => {
  service = await startService();
  clients = createClients(service);
});
afterAll(() => service.stop());

const dayFromNow = (days: number) => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

test.each([
  ['2026-05-01', '2026-05-01'],
  ['2024-02-29', '9999-12-31'],
  ['0001-01-01', null],
  [null, null],
])('a protocol is valid from %s to %s, to the day', async (validFrom, validTo) => {
  const { id, version, ...record } = await clients.protocols.createPending({ validFrom, validTo });
  const fetchedRecord = (await clients.protocols.get(id)).record;
  expect([record.validFrom, fetchedRecord.validFrom, fetchedRecord.validTo]).toEqual([validFrom, validFrom, validTo]);
  expect((await clients.protocols.update(fetchedRecord, {})).record.version).toBe(version);
});

describe('the filter by validity', () => {
  const daysOfValidity: Record<string, [from: number | null, to: number | null]> = {
    'from tomorrow': [1, 100],
    'from today': [0, 100],
    'to today': [-9, 0],
    'to yesterday': [-9, -1],
    'to the 30th day': [-9, 30],
    'to the 31st day': [-9, 31],
    'tomorrow only': [1, 1],
    'without end': [-9, null],
    'without beginning': [null, 100],
    always: [null, null],
  };
  const byName = new Map<string, string>();
  beforeAll(async () => {
    await service.db('protocol').delete();
    for (const [name, [from, to]] of Object.entries(daysOfValidity)) {
      const [validFrom, validTo] = [from, to].map((days) => (days === null ? null : dayFromNow(days)));
      const { code } = await clients.protocols.createPending({
        name,
        validFrom: validFrom ?? null,
        validTo: validTo ?? null,
      });
      byName.set(code, name);
    }
  });

  test.each([
    ['upcoming', ['from tomorrow', 'tomorrow only']],
    [
      'running',
      ['from today', 'to today', 'to the 30th day', 'to the 31st day', 'without end', 'without beginning', 'always'],
    ],
    ['ending', ['to today', 'to the 30th day']],
    ['expired', ['to yesterday']],
  ])('%s finds %s', async (validity, names) => {
    const { items, total, counts } = await clients.protocols.list({ validity, sort: 'createTime' });
    expect(items.map(({ name }) => name)).toEqual(names);
    expect([total, counts.pending]).toEqual([names.length, names.length]);
    expect((await clients.protocols.list({ validity, q: names[0], status: 'pending' })).items[0]?.name).toBe(names[0]);
    expect((await clients.protocols.list({ validity, status: 'active' })).total).toBe(0);
  });

  test.each([
    [-1, 'upcoming', ['from tomorrow', 'from today', 'tomorrow only']],
    [-1, 'expired', []],
    [-1, 'ending', ['to today', 'to yesterday']],
    [1, 'upcoming', []],
    [1, 'ending', ['to the 30th day', 'to the 31st day', 'tomorrow only']],
    [1, 'expired', ['to today', 'to yesterday']],
  ])('uses the day that the caller sends, %i days from today: %s', async (days, validity, names) => {
    const today = dayFromNow(days);
    const { items, counts } = await clients.protocols.list({ validity, today, sort: 'createTime' });
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(counts.pending ?? 0).toBe(names.length);
  });

  test('accepts the first and the last possible day', async () => {
    await clients.protocols.createPending({ name: 'to the end', validFrom: null, validTo: '9999-12-31' });
    const namesOf = async (validity: string, today: string) =>
      (await clients.protocols.list({ validity, today })).items.map(({ name }) => name);
    expect(await namesOf('ending', '9999-12-31')).toEqual(['to the end']);
    expect(await namesOf('expired', '0001-01-01')).toEqual([]);
  });
});

describe('a proposal', () => {
  test('of other countries is merged with other changes', async () => {
    const protocol = await clients.protocols.createActive({ countries: ['FR', 'DE'] });
    await clients.protocols.update(protocol, { countries: ['CN', 'FR'] }, 202);
    // The record changes while the proposal is open, as is possible without review.
    await service
      .db('protocol')
      .where({ id: protocol.id })
      .update({ contact: 'Li Na', version: protocol.version + 1 });
    const approvedProtocol = await clients.protocols.approve(protocol);
    expect(approvedProtocol).toMatchObject({
      countries: ['CN', 'FR'],
      contact: 'Li Na',
      version: protocol.version + 2,
    });
    expect((await clients.protocols.get(protocol.id)).record).toEqual(approvedProtocol);
  });

  test('of another field keeps countries that were changed meanwhile', async () => {
    const protocol = await clients.protocols.createActive({ countries: ['FR', 'DE'] });
    await clients.protocols.update(protocol, { contact: 'Li Na' }, 202);
    await service.db('protocol_countries').where({ record_id: protocol.id, position: 0 }).delete();
    const approvedProtocol = await clients.protocols.approve(protocol);
    expect(approvedProtocol).toMatchObject({ countries: ['DE'], contact: 'Li Na' });
    expect((await clients.protocols.get(protocol.id)).record).toEqual(approvedProtocol);
  });

  test('of countries is a conflict if they were changed meanwhile', async () => {
    const protocol = await clients.protocols.createActive({ countries: ['FR', 'DE'] });
    await clients.protocols.update(protocol, { countries: ['FR', 'CN'] }, 202);
    await service.db('protocol_countries').where({ record_id: protocol.id, position: 0 }).delete();
    const { messages } = await clients.protocols.expectRefusal.approve(protocol, 'versionConflict');
    expect(messages).toEqual([
      '这条记录已被他人更新',
      'Somebody else has changed this record. Check the latest version and try again',
    ]);
  });

  test('of dates is refused if they contradict dates that were changed meanwhile', async () => {
    const protocol = await clients.protocols.createActive({ validFrom: '2026-01-01', validTo: '2026-12-31' });
    await clients.protocols.update(protocol, { validTo: '2026-06-30' }, 202);
    await service.db('protocol').where({ id: protocol.id }).update({ valid_from: '2026-07-01' });
    expect((await clients.protocols.expectRefusal.approve(protocol)).fields).toEqual([
      ['/validTo', 'notBefore', '不能早于生效日期', 'Must not be before the start date'],
    ]);
  });

  test('of a country that was deleted meanwhile is refused at its position', async () => {
    const [country, protocol] = [await clients.countries.createPending(), await clients.protocols.createActive()];
    await clients.protocols.update(protocol, { countries: ['FR', country.code] }, 202);
    await clients.countries.remove(country);
    expect((await clients.protocols.expectRefusal.approve(protocol)).fields).toEqual([
      ['/countries/1', 'unknownReference', '引用的记录不存在', 'The referenced record does not exist'],
    ]);
  });
});
