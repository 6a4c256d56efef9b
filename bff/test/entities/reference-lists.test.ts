import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Entity } from '#crud/model.ts';
import { prepareValues } from '../../src/crud/prepare.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { airport } from '../../src/entities/airport.ts';
import { protocol } from '../../src/entities/protocol.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = async () => {
  const service = await startService();
  return {
    service,
    countries: createEntityClient(service, 'Country'),
    cities: createEntityClient(service, 'City'),
    airports: createEntityClient(service, 'Airport'),
    protocols: createEntityClient(service, 'Protocol'),
    stations: createEntityClient(service, 'TrainStation'),
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
    const countStatements = async (pageSize: number) => {
      const page = () => service.statementsDuring(() => kind.list({ pageSize }));
      // the periodic read of the settings falls into one of the two at most
      return Math.min(await page(), await page());
    };
    const statementsForTen = await countStatements(10);
    expect(await countStatements(100)).toBe(statementsForTen);
    expect(statementsForTen).toBeLessThan(15);
  }
});

describe.each(['countries', 'airports'] as const)('a list of %s', (kind) => {
  /** Creates the record that is second in the list of another. */
  const createTarget = () => targets().createPending({ name: 'Target' });
  const listOf = (code: string) =>
    kind === 'countries'
      ? { countries: ['FR', code, 'CN'] }
      : { airports: [{ airport: 'PKX', distance: 40.6 }, { airport: code, distance: null }, { airport: 'PEK' }] };
  const storedList = (code: string) =>
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
    const { code } = await createTarget();
    const record = await holders().createPending(listOf(code.toLowerCase()));
    expect(record).toMatchObject(storedList(code));
    expect(await holders().get(record.id)).toMatchObject({ record: storedList(code), labels: labels(code) });
    const page = await holders().list({ code: record.code });
    expect(page).toMatchObject({ items: [{ id: record.id, ...storedList(code) }], labels: labels(code) });
    const changes = await holders().history(record.id);
    expect(changes).toMatchObject({ items: [{ after: storedList(code) }], labels: labels(code) });
  });

  test('is proposed, approved and restored in its order', async () => {
    const { code } = await createTarget();
    const record = await holders().createActive(listOf(code));
    const reversed = (list: unknown[] | undefined) => [...(list ?? [])].reverse();
    const other = Object.fromEntries(Object.entries(storedList(code)).map(([name, list]) => [name, reversed(list)]));
    const proposedAnswer = await holders().update(record, other, 202);
    expect(proposedAnswer).toMatchObject({
      record: storedList(code),
      proposal: { changes: [`/${kind}`], after: other },
      labels: labels(code),
    });
    expect(await holders().proposal(record.id)).toMatchObject({ proposal: { after: other }, labels: labels(code) });
    const approvedRecord = await holders().approve(record);
    expect(approvedRecord).toMatchObject(other);
    expect((await holders().get(record.id)).record).toEqual(approvedRecord);
    const restoreProposal = await holders().restore(approvedRecord, 1, 202);
    expect(restoreProposal).toMatchObject({ record: other, proposal: { after: storedList(code), action: 'restore' } });
    expect(await holders().approve(approvedRecord)).toMatchObject(storedList(code));
    // nothing of the older list is left behind
    expect((await holders().get(record.id)).record).toMatchObject(storedList(code));
  });

  test('shows a new code everywhere, as a change of the target and of the referring record', async () => {
    const renamedTarget = await createTarget();
    const [activeRecord, proposedRecord] = [
      await holders().createActive(listOf(renamedTarget.code)),
      await holders().createActive(),
    ];
    await holders().update(proposedRecord, listOf(renamedTarget.code), 202);
    const newCode = await targets().freeCode();
    const rows = await service.db('data_log').count({ n: '*' }).first();
    await targets().update(renamedTarget, { code: newCode });
    expect(await service.db('data_log').count({ n: '*' }).first()).toEqual({ n: Number(rows?.n) + 2 });
    expect(await targets().dataLogRows(renamedTarget)).toHaveLength(renamedTarget.version + 1);
    expect(await holders().get(activeRecord.id)).toMatchObject({
      record: { version: activeRecord.version + 1, ...storedList(newCode) },
      labels: labels(newCode),
    });
    const page = await holders().list({ code: activeRecord.code });
    expect(page).toMatchObject({ items: [storedList(newCode)], labels: labels(newCode) });
    const { proposal, labels: names } = await holders().proposal(proposedRecord.id);
    expect({ proposal, names }).toMatchObject({ proposal: { after: storedList(newCode) }, names: labels(newCode) });
    const { items } = await holders().history(activeRecord.id);
    expect(items.at(-1)).toMatchObject({ after: storedList(renamedTarget.code) });
    expect(await holders().approve(proposedRecord)).toMatchObject(storedList(newCode));
  });

  test('restores an old version with the current code of its target', async () => {
    const targetRecord = await createTarget();
    const record = await holders().createPending(listOf(targetRecord.code));
    const { record: emptiedRecord } = await holders().update(record, Object.fromEntries([[kind, []]]));
    const newCode = await targets().freeCode();
    await targets().update(targetRecord, { code: newCode });
    expect((await holders().restore(emptiedRecord, 1)).record).toMatchObject({ version: 3, ...storedList(newCode) });
    await holders().remove((await holders().get(record.id)).record);
    const recreated = await holders()
      .restore({ ...record, version: 0 }, 1)
      .catch((error) => error);
    expect(recreated).toMatchObject({ record: { status: 'pending', ...storedList(newCode) } });
    expect((await holders().get(record.id)).record).toMatchObject(storedList(newCode));
  });

  test('cannot be restored with a deleted target', async () => {
    const targetRecord = await createTarget();
    const record = await holders().createPending(listOf(targetRecord.code));
    const { record: emptiedRecord } = await holders().update(record, Object.fromEntries([[kind, []]]));
    await targets().remove(targetRecord);
    const pointer = kind === 'countries' ? '/countries/1' : '/airports/1/airport';
    expect((await holders().expectRefusal.restore(emptiedRecord, 1)).fields).toEqual([
      [pointer, 'unknownReference', '引用的记录不存在', 'The record referred to does not exist'],
    ]);
    expect((await holders().history(record.id)).labels).not.toHaveProperty(targetRecord.code);
  });

  test('prevents the deletion of its targets, whose references include it', async () => {
    const targetRecord = await createTarget();
    const record = await holders().createPending(listOf(targetRecord.code));
    const { id, code, name } = record;
    const entity = kind === 'countries' ? 'protocol' : 'train_station';
    const references = { total: 1, totals: { [entity]: 1 }, items: [{ entity, id, code, name }] };
    expect(await targets().expectRefusal.remove(targetRecord, 'inUse')).toMatchObject({
      messages: ['有 1 条记录引用了它，不能删除', '1 record(s) refer to it, so it cannot be deleted'],
      references,
    });
    const targetPath = { path: { id: targetRecord.id } };
    const viewer = await service.as('viewer');
    const operationId = kind === 'countries' ? 'getCountryReferences' : 'getAirportReferences';
    expect(await viewer.ok(operationId, targetPath)).toEqual(references);
    await holders().remove(record);
    await targets().remove(targetRecord);
  });

  test('must not repeat a target', async () => {
    const { code } = await createTarget();
    const repeatedTargets =
      kind === 'countries' ? [code, code.toLowerCase()] : [{ airport: code }, { airport: code, distance: 1 }];
    const { fields } = await holders().expectRefusal.create(Object.fromEntries([[kind, repeatedTargets]]));
    expect(fields).toEqual([[`/${kind}`, 'uniqueItems', '有重复项', 'Contains duplicates']]);
  });
});

describe('the list of protocols', () => {
  beforeEach(async () => {
    await service.db('protocol').delete();
  });

  test('can be filtered by country', async () => {
    const { code: frenchGermanCode } = await kinds.protocols.createPending({ countries: ['FR', 'DE'] });
    const { code: germanCode } = await kinds.protocols.createPending({ countries: ['DE'] });
    await kinds.protocols.createPending();
    for (const [countries, codes] of [
      ['de', [frenchGermanCode, germanCode]],
      ['FR', [frenchGermanCode]],
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
] as const)('a record in the %s of another is not deleted while the other is being written', async (field) => {
  const isCity = field === 'city';
  const targets = (isCity ? kinds.cities : kinds.countries) as typeof kinds.countries;
  const holders = (isCity ? kinds.airports : kinds.protocols) as typeof kinds.protocols;
  const entity: Entity = isCity ? airport : protocol;
  const [createTarget, code] = [await targets.createPending(), await holders.freeCode()];
  const body = await holders.newBody({ code, [field]: isCity ? createTarget.code : ['FR', createTarget.code] });
  const actor = { id: 2, username: 'editor' };
  let removal: Promise<unknown> = Promise.resolve();
  await service.db.transaction(async (trx) => {
    const values = await prepareValues(trx, entity, { ...body }, { actor });
    removal = targets.expectRefusal.remove(createTarget, 'inUse').catch((error) => error);
    await Promise.race([removal, pause(500)]);
    await insertRecords(trx, entity, [{ values }], { action: 'create', actor });
  });
  expect(await removal).toMatchObject({ references: { total: 1, items: [{ entity: entity.key, code }] } });
});
