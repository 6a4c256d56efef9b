import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Entity } from '#crud/model.ts';
import { prepareValues } from '../../src/crud/prepare.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { airport } from '../../src/entities/airport.ts';
import { protocol } from '../../src/entities/protocol.ts';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = async () => {
  const service = await startService();
  return {
    service,
    countries: createKindClient(service, 'Country'),
    cities: createKindClient(service, 'City'),
    airports: createKindClient(service, 'Airport'),
    protocols: createKindClient(service, 'Protocol'),
    stations: createKindClient(service, 'TrainStation'),
  };
};
let service: Service;
let kinds: Awaited<ReturnType<typeof createClients>>;
beforeAll(async () => {
  kinds = await createClients();
  service = kinds.service;
});
afterAll(() => service.stop());

test('a page takes a fixed number of statements for any number of records', async () => {
  for (const kind of [kinds.airports, kinds.protocols, kinds.stations]) {
    const sent = async (pageSize: number) => {
      const page = () => service.statementsDuring(() => kind.list({ pageSize }));
      // settings are read anew every two seconds, so by one of two at most
      return Math.min(await page(), await page());
    };
    const few = await sent(10);
    expect(await sent(100)).toBe(few);
    expect(few).toBeLessThan(15);
  }
});

describe.each(['countries', 'airports'] as const)('a list of %s', (kind) => {
  /** A target, and the list of a record that holds it second. */
  const target = () => targets().createPending({ name: 'Target' });
  const listOf = (code: string) =>
    kind === 'countries'
      ? { countries: ['FR', code, 'CN'] }
      : { airports: [{ airport: 'PKX', distance: 40.6 }, { airport: code, distance: null }, { airport: 'PEK' }] };
  const kept = (code: string) =>
    kind === 'countries'
      ? { countries: ['FR', code, 'CN'] }
      : {
          airports: [
            { airport: 'PKX', distance: 40.6 },
            { airport: code, distance: null },
            { airport: 'PEK', distance: null },
          ],
        };
  const labels = (code: string) =>
    kind === 'countries'
      ? { country: { FR: { en: 'France' }, CN: { 'zh-CN': '中国' }, [code]: { name: 'Target' } } }
      : { airport: { PKX: { 'zh-CN': '北京大兴国际机场' }, PEK: {}, [code]: { name: 'Target' } } };
  const holders = () => (kind === 'countries' ? kinds.protocols : kinds.stations) as typeof kinds.protocols;
  const targets = () => (kind === 'countries' ? kinds.countries : kinds.airports) as typeof kinds.countries;

  test('has its order and its labels wherever it is read', async () => {
    const { code } = await target();
    const record = await holders().createPending(listOf(code.toLowerCase()));
    expect(record).toMatchObject(kept(code));
    expect(await holders().get(record.id)).toMatchObject({ record: kept(code), labels: labels(code) });
    const page = await holders().list({ code: record.code });
    expect(page).toMatchObject({ items: [{ id: record.id, ...kept(code) }], labels: labels(code) });
    const changes = await holders().history(record.id);
    expect(changes).toMatchObject({ items: [{ after: kept(code) }], labels: labels(code) });
  });

  test('is proposed, approved and restored in its order', async () => {
    const { code } = await target();
    const record = await holders().createActive(listOf(code));
    const reversed = (list: unknown[] | undefined) => [...(list ?? [])].reverse();
    const other = Object.fromEntries(Object.entries(kept(code)).map(([name, list]) => [name, reversed(list)]));
    const proposed = await holders().update(record, other, 202);
    expect(proposed).toMatchObject({
      record: kept(code),
      proposal: { changes: [`/${kind}`], after: other },
      labels: labels(code),
    });
    expect(await holders().proposal(record.id)).toMatchObject({ proposal: { after: other }, labels: labels(code) });
    const approved = await holders().approve(record);
    expect(approved).toMatchObject(other);
    expect((await holders().get(record.id)).record).toEqual(approved);
    const back = await holders().restore(approved, 1, 202);
    expect(back).toMatchObject({ record: other, proposal: { after: kept(code), action: 'restore' } });
    expect(await holders().approve(approved)).toMatchObject(kept(code));
    // nothing of the older list is left behind
    expect((await holders().get(record.id)).record).toMatchObject(kept(code));
  });

  test('shows a new code everywhere, as a change of the target and of the referring record', async () => {
    const first = await target();
    const [live, proposing] = [await holders().createActive(listOf(first.code)), await holders().createActive()];
    await holders().update(proposing, listOf(first.code), 202);
    const renamed = await targets().freeCode();
    const rows = await service.db('data_log').count({ n: '*' }).first();
    await targets().update(first, { code: renamed });
    expect(await service.db('data_log').count({ n: '*' }).first()).toEqual({ n: Number(rows?.n) + 2 });
    expect(await targets().dataLogRows(first)).toHaveLength(first.version + 1);
    expect(await holders().get(live.id)).toMatchObject({
      record: { version: live.version + 1, ...kept(renamed) },
      labels: labels(renamed),
    });
    const page = await holders().list({ code: live.code });
    expect(page).toMatchObject({ items: [kept(renamed)], labels: labels(renamed) });
    const { proposal, labels: names } = await holders().proposal(proposing.id);
    expect({ proposal, names }).toMatchObject({ proposal: { after: kept(renamed) }, names: labels(renamed) });
    const { items } = await holders().history(live.id);
    expect(items.at(-1)).toMatchObject({ after: kept(first.code) });
    expect(await holders().approve(proposing)).toMatchObject(kept(renamed));
  });

  test('restores an old version with the current code of its target', async () => {
    const first = await target();
    const record = await holders().createPending(listOf(first.code));
    const { record: changed } = await holders().update(record, Object.fromEntries([[kind, []]]));
    const renamed = await targets().freeCode();
    await targets().update(first, { code: renamed });
    expect((await holders().restore(changed, 1)).record).toMatchObject({ version: 3, ...kept(renamed) });
    await holders().remove((await holders().get(record.id)).record);
    const revived = await holders()
      .restore({ ...record, version: 0 }, 1)
      .catch((error) => error);
    expect(revived).toMatchObject({ record: { status: 'pending', ...kept(renamed) } });
    expect((await holders().get(record.id)).record).toMatchObject(kept(renamed));
  });

  test('cannot be restored with a deleted target', async () => {
    const first = await target();
    const record = await holders().createPending(listOf(first.code));
    const { record: changed } = await holders().update(record, Object.fromEntries([[kind, []]]));
    await targets().remove(first);
    const pointer = kind === 'countries' ? '/countries/1' : '/airports/1/airport';
    expect((await holders().expectRefusal.restore(changed, 1)).fields).toEqual([
      [pointer, 'unknownReference', '引用的记录不存在', 'The record referred to does not exist'],
    ]);
    expect((await holders().history(record.id)).labels).not.toHaveProperty(first.code);
  });

  test('prevents the deletion of its targets, whose references include it', async () => {
    const first = await target();
    const record = await holders().createPending(listOf(first.code));
    const { id, code, name } = record;
    const entity = kind === 'countries' ? 'protocol' : 'train_station';
    const references = { total: 1, totals: { [entity]: 1 }, items: [{ entity, id, code, name }] };
    expect(await targets().expectRefusal.remove(first, 'inUse')).toMatchObject({
      messages: ['有 1 条记录引用了它，不能删除', '1 record(s) refer to it, so it cannot be deleted'],
      references,
    });
    const asked = { path: { id: first.id } };
    const viewer = await service.as('viewer');
    const told = kind === 'countries' ? 'getCountryReferences' : 'getAirportReferences';
    expect(await viewer.ok(told, asked)).toEqual(references);
    await holders().remove(record);
    await targets().remove(first);
  });

  test('must not repeat a target', async () => {
    const { code } = await target();
    const twice =
      kind === 'countries' ? [code, code.toLowerCase()] : [{ airport: code }, { airport: code, distance: 1 }];
    const { fields } = await holders().expectRefusal.create(Object.fromEntries([[kind, twice]]));
    expect(fields).toEqual([[`/${kind}`, 'uniqueItems', '有重复项', 'Contains duplicates']]);
  });
});

describe('the list of protocols', () => {
  beforeEach(async () => {
    await service.db('protocol').delete();
  });

  test('can be filtered by country', async () => {
    const { code: both } = await kinds.protocols.createPending({ countries: ['FR', 'DE'] });
    const { code: one } = await kinds.protocols.createPending({ countries: ['DE'] });
    await kinds.protocols.createPending();
    for (const [countries, codes] of [
      ['de', [both, one]],
      ['FR', [both]],
      ['CN', []],
      ['QZ', []],
    ] as const) {
      const { items, total, counts } = await kinds.protocols.list({ countries, sort: 'createTime' });
      expect(items.map(({ code }) => code)).toEqual(codes);
      expect([total, counts.pending ?? 0]).toEqual([codes.length, codes.length]);
    }
  });
});

test.each([
  'city',
  'countries',
] as const)('a record in the %s of another is not deleted while that is being written', async (field) => {
  const isCity = field === 'city';
  const targets = (isCity ? kinds.cities : kinds.countries) as typeof kinds.countries;
  const holders = (isCity ? kinds.airports : kinds.protocols) as typeof kinds.protocols;
  const entity: Entity = isCity ? airport : protocol;
  const [target, code] = [await targets.createPending(), await holders.freeCode()];
  const body = await holders.newBody({ code, [field]: isCity ? target.code : ['FR', target.code] });
  const actor = { id: 2, username: 'editor' };
  let removal: Promise<unknown> = Promise.resolve();
  await service.db.transaction(async (trx) => {
    const values = await prepareValues(trx, entity, { ...body }, { actor });
    removal = targets.expectRefusal.remove(target, 'inUse').catch((error) => error);
    await Promise.race([removal, pause(500)]);
    await insertRecords(trx, entity, [{ values }], { action: 'create', actor });
  });
  expect(await removal).toMatchObject({ references: { total: 1, items: [{ entity: entity.key, code }] } });
});
