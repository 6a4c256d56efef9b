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
let clients: Awaited<ReturnType<typeof createClients>>;
beforeAll(async () => {
  clients = await createClients();
  service = clients.service;
});
afterAll(() => service.stop());

test('a page takes a fixed number of statements for any number of records', async () => {
  for (const client of [clients.airports, clients.protocols, clients.stations]) {
    const countStatements = async (pageSize: number) => {
      const countOnce = () => service.statementsDuring(() => client.list({ pageSize }));
      // The periodic read of the settings happens in one of the two requests at most.
      return Math.min(await countOnce(), await countOnce());
    };
    const statementsForTen = await countStatements(10);
    expect(await countStatements(100)).toBe(statementsForTen);
    expect(statementsForTen).toBeLessThan(15);
  }
});

describe.each(['countries', 'airports'] as const)('a list of %s', (field) => {
  /** Creates the record to which the second entry of the list refers. */
  const createTarget = () => targets().createPending({ name: 'Target' });
  const listOf = (code: string) =>
    field === 'countries'
      ? { countries: ['FR', code, 'CN'] }
      : { airports: [{ airport: 'PKX', distance: 40.6 }, { airport: code, distance: null }, { airport: 'PEK' }] };
  const storedList = (code: string) =>
    field === 'countries'
      ? { countries: ['FR', code, 'CN'] }
      : {
          airports: [
            { airport: 'PKX', distance: 40.6 },
            { airport: code, distance: null },
            { airport: 'PEK', distance: null },
          ],
        };
  const labels = (code: string) =>
    field === 'countries'
      ? { country: { FR: { en: 'France' }, CN: { 'zh-CN': '中国' }, [code]: { name: 'Target' } } }
      : { airport: { PKX: { 'zh-CN': '北京大兴国际机场' }, PEK: {}, [code]: { name: 'Target' } } };
  const owners = () => (field === 'countries' ? clients.protocols : clients.stations) as typeof clients.protocols;
  const targets = () => (field === 'countries' ? clients.countries : clients.airports) as typeof clients.countries;

  test('is returned in its order and with its labels by every read', async () => {
    const { code } = await createTarget();
    const record = await owners().createPending(listOf(code.toLowerCase()));
    expect(record).toMatchObject(storedList(code));
    expect(await owners().get(record.id)).toMatchObject({ record: storedList(code), labels: labels(code) });
    const page = await owners().list({ code: record.code });
    expect(page).toMatchObject({ items: [{ id: record.id, ...storedList(code) }], labels: labels(code) });
    const changes = await owners().history(record.id);
    expect(changes).toMatchObject({ items: [{ after: storedList(code) }], labels: labels(code) });
  });

  test('is proposed, approved and restored in its order', async () => {
    const { code } = await createTarget();
    const record = await owners().createActive(listOf(code));
    const reverse = (list: unknown[] | undefined) => [...(list ?? [])].reverse();
    const reversedList = Object.fromEntries(
      Object.entries(storedList(code)).map(([name, list]) => [name, reverse(list)]),
    );
    const proposedAnswer = await owners().update(record, reversedList, 202);
    expect(proposedAnswer).toMatchObject({
      record: storedList(code),
      proposal: { changes: [`/${field}`], after: reversedList },
      labels: labels(code),
    });
    expect(await owners().proposal(record.id)).toMatchObject({
      proposal: { after: reversedList },
      labels: labels(code),
    });
    const approvedRecord = await owners().approve(record);
    expect(approvedRecord).toMatchObject(reversedList);
    expect((await owners().get(record.id)).record).toEqual(approvedRecord);
    const restoreProposal = await owners().restore(approvedRecord, 1, 202);
    expect(restoreProposal).toMatchObject({
      record: reversedList,
      proposal: { after: storedList(code), action: 'restore' },
    });
    expect(await owners().approve(approvedRecord)).toMatchObject(storedList(code));
    // The stored list has no entries of the previous list.
    expect((await owners().get(record.id)).record).toMatchObject(storedList(code));
  });

  test('shows a new code everywhere, as a change of the target and of the referring record', async () => {
    const renamedTarget = await createTarget();
    const [activeRecord, proposedRecord] = [
      await owners().createActive(listOf(renamedTarget.code)),
      await owners().createActive(),
    ];
    await owners().update(proposedRecord, listOf(renamedTarget.code), 202);
    const newCode = await targets().freeCode();
    const rows = await service.db('data_log').count({ n: '*' }).first();
    await targets().update(renamedTarget, { code: newCode });
    expect(await service.db('data_log').count({ n: '*' }).first()).toEqual({ n: Number(rows?.n) + 2 });
    expect(await targets().dataLogRows(renamedTarget)).toHaveLength(renamedTarget.version + 1);
    expect(await owners().get(activeRecord.id)).toMatchObject({
      record: { version: activeRecord.version + 1, ...storedList(newCode) },
      labels: labels(newCode),
    });
    const page = await owners().list({ code: activeRecord.code });
    expect(page).toMatchObject({ items: [storedList(newCode)], labels: labels(newCode) });
    const { proposal, labels: names } = await owners().proposal(proposedRecord.id);
    expect({ proposal, names }).toMatchObject({ proposal: { after: storedList(newCode) }, names: labels(newCode) });
    const { items } = await owners().history(activeRecord.id);
    expect(items.at(-1)).toMatchObject({ after: storedList(renamedTarget.code) });
    expect(await owners().approve(proposedRecord)).toMatchObject(storedList(newCode));
  });

  test('restores an old version with the current code of its target', async () => {
    const targetRecord = await createTarget();
    const record = await owners().createPending(listOf(targetRecord.code));
    const { record: emptiedRecord } = await owners().update(record, Object.fromEntries([[field, []]]));
    const newCode = await targets().freeCode();
    await targets().update(targetRecord, { code: newCode });
    expect((await owners().restore(emptiedRecord, 1)).record).toMatchObject({ version: 3, ...storedList(newCode) });
    await owners().remove((await owners().get(record.id)).record);
    const recreated = await owners()
      .restore({ ...record, version: 0 }, 1)
      .catch((error) => error);
    expect(recreated).toMatchObject({ record: { status: 'pending', ...storedList(newCode) } });
    expect((await owners().get(record.id)).record).toMatchObject(storedList(newCode));
  });

  test('cannot be restored with a deleted target', async () => {
    const targetRecord = await createTarget();
    const record = await owners().createPending(listOf(targetRecord.code));
    const { record: emptiedRecord } = await owners().update(record, Object.fromEntries([[field, []]]));
    await targets().remove(targetRecord);
    const pointer = field === 'countries' ? '/countries/1' : '/airports/1/airport';
    expect((await owners().expectRefusal.restore(emptiedRecord, 1)).fields).toEqual([
      [pointer, 'unknownReference', '引用的记录不存在', 'The referenced record does not exist'],
    ]);
    expect((await owners().history(record.id)).labels).not.toHaveProperty(targetRecord.code);
  });

  test('prevents the deletion of its targets, whose references include it', async () => {
    const targetRecord = await createTarget();
    const record = await owners().createPending(listOf(targetRecord.code));
    const { id, code, name } = record;
    const entity = field === 'countries' ? 'protocol' : 'train_station';
    const references = { total: 1, totals: { [entity]: 1 }, items: [{ entity, id, code, name }] };
    expect(await targets().expectRefusal.remove(targetRecord, 'inUse')).toMatchObject({
      messages: ['有 1 条记录引用了它，不能删除', 'This record cannot be deleted while other records refer to it (1)'],
      references,
    });
    const targetPath = { path: { id: targetRecord.id } };
    const viewer = await service.as('viewer');
    const operationId = field === 'countries' ? 'getCountryReferences' : 'getAirportReferences';
    expect(await viewer.ok(operationId, targetPath)).toEqual(references);
    await owners().remove(record);
    await targets().remove(targetRecord);
  });

  test('must not repeat a target', async () => {
    const { code } = await createTarget();
    const repeatedTargets =
      field === 'countries' ? [code, code.toLowerCase()] : [{ airport: code }, { airport: code, distance: 1 }];
    const { fields } = await owners().expectRefusal.create(Object.fromEntries([[field, repeatedTargets]]));
    expect(fields).toEqual([[`/${field}`, 'uniqueItems', '有重复项', 'Contains duplicates']]);
  });
});

describe('the list of protocols', () => {
  beforeEach(async () => {
    await service.db('protocol').delete();
  });

  test('can be filtered by country', async () => {
    const { code: frenchGermanCode } = await clients.protocols.createPending({ countries: ['FR', 'DE'] });
    const { code: germanCode } = await clients.protocols.createPending({ countries: ['DE'] });
    await clients.protocols.createPending();
    for (const [countries, codes] of [
      ['de', [frenchGermanCode, germanCode]],
      ['FR', [frenchGermanCode]],
      ['CN', []],
      ['QZ', []],
    ] as const) {
      const { items, total, counts } = await clients.protocols.list({ countries, sort: 'createTime' });
      expect(items.map(({ code }) => code)).toEqual(codes);
      expect([total, counts.pending ?? 0]).toEqual([codes.length, codes.length]);
    }
  });
});

test.each([
  'city',
  'countries',
] as const)('a record to which the %s of another refers is not deleted while that other record is being written', async (field) => {
  const isCity = field === 'city';
  const targets = (isCity ? clients.cities : clients.countries) as typeof clients.countries;
  const owners = (isCity ? clients.airports : clients.protocols) as typeof clients.protocols;
  const entity: Entity = isCity ? airport : protocol;
  const [target, code] = [await targets.createPending(), await owners.freeCode()];
  const body = await owners.newBody({ code, [field]: isCity ? target.code : ['FR', target.code] });
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
