import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrudContext, Entity, FieldValues, StoredRecord } from '#crud/model.ts';
import { readRecord } from '#crud/rows.ts';
import { createRecord, removeRecord, updateRecord } from '#crud/write-record.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { searchRecords } from '../../src/cross-entity/handlers.ts';
import { listReviews } from '../../src/cross-entity/reviews.ts';
import { readHistory } from '../../src/crud/history/history.ts';
import { listRecords } from '../../src/crud/list/list.ts';
import type { ListQuery } from '../../src/crud/list/list-query.ts';
import { prepareValues } from '../../src/crud/prepare.ts';
import { readReferences } from '../../src/crud/references/references.ts';
import { decideProposal } from '../../src/crud/review/decide.ts';
import { readOpenProposal } from '../../src/crud/review/proposals.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { country } from '../../src/entities/country.ts';
import type { Caller } from '../../src/http/operation-types.ts';
import { createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

const editor: Caller = {
  id: 2,
  username: 'editor',
  sessionId: '',
  rightsHash: '',
  previewRoleId: null,
  administrator: false,
  may: () => true,
};
const reviewer: Caller = { ...editor, id: 3, username: 'reviewer' };
const countryEntity = country as Entity;

/** Creates an entity that is not in the contract. It has the fields of a country and a reference to one. */
const createReferringEntity = (key: string): Entity => ({
  ...countryEntity,
  // Cast: this is not an entity of the contract.
  key: key as Entity['key'],
  table: key,
  fields: [
    ...country.fields,
    {
      name: 'country',
      column: 'country_id',
      kind: 'text',
      isUpperCase: true,
      isSearchedAsCode: false,
      membersSearchedAsCode: [],
      reference: 'country',
    },
  ],
  filters: ['country'],
  requiredToApprove: [],
  warnings: () => [],
});
const [harbour, lighthouse] = [createReferringEntity('harbour'), createReferringEntity('lighthouse')];

let service: Service;
let crud: CrudContext;
let countries: ReturnType<typeof createCountryClient>;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  for (const { table } of [harbour, lighthouse]) {
    await service.db.raw('CREATE TABLE ?? LIKE country', [table]);
    await service.db.raw('ALTER TABLE ?? ADD country_id INT UNSIGNED NULL', [table]);
  }
  crud = {
    ...createCrudContext(service.db),
    entities: [countryEntity, harbour, lighthouse],
    reviewSetting: async () => 'second-person',
  };
});
afterAll(() => service.stop());

const createStored = async (entity: Entity, fields: FieldValues) =>
  (await createRecord(crud, entity, { locales: {}, ...fields }, editor)).stored;
const listCodes = async (query: ListQuery) =>
  (await listRecords(crud, harbour, query, editor)).items.map(({ code }) => code);

describe('a list', () => {
  beforeAll(async () => {
    await createStored(harbour, { code: 'Q1', name: 'One', country: 'aw' });
    await createStored(harbour, { code: 'Q2', name: 'Two', country: 'AF' });
  });

  test('filters by the code of a referenced record, in any case', async () => {
    for (const code of ['AW', 'aw']) expect(await listCodes({ country: code })).toEqual(['Q1']);
  });

  test('sorts by the code of a referenced record', async () => {
    expect(await listCodes({ sort: ['country'] })).toEqual(['Q2', 'Q1']);
    expect(await listCodes({ sort: ['-country'] })).toEqual(['Q1', 'Q2']);
  });

  test('does not find records by the codes that they refer to', async () => {
    expect(await listCodes({ q: 'aw' })).toEqual([]);
    expect(await searchRecords(crud, 'aw', 50)).toMatchObject([{ entity: 'country', code: 'AW' }]);
  });
});

test('the reviews have labels for the references of every entity', async () => {
  await createStored(harbour, { code: 'Q3', name: 'Sea', country: 'FR' });
  await createStored(lighthouse, { code: 'Q4', name: 'See', country: 'DE' });
  const { labels } = await listReviews(crud, {}, editor);
  expect(labels).toMatchObject({ country: { FR: { name: 'France' }, DE: { name: 'Germany' } } });
});

test('a record is not deleted while a reference to it is being written', async () => {
  const { id, code, version } = await countries.createPending();
  let removal: Promise<unknown> = Promise.resolve();
  await service.db.transaction(async (trx) => {
    const values = await prepareValues(trx, harbour, { code: 'Q5', name: 'New', country: code }, { actor: editor });
    removal = removeRecord(crud, countryEntity, id, version, editor).catch((error) => error);
    await Promise.race([removal, pause(500)]);
    await insertRecords(trx, harbour, [{ values }], { action: 'create', actor: editor });
  });
  expect(await removal).toMatchObject({
    key: 'inUse',
    details: { references: { total: 1, items: [{ entity: 'harbour', code: 'Q5' }] } },
  });
});

test('references are counted by entity, even if they are not listed', async () => {
  const { id, code: country } = await countries.createPending();
  await createStored(lighthouse, { code: 'Q6', name: 'Light', country });
  const { record } = await createStored(harbour, { code: 'Q7', name: 'Harbour', country });
  const { id: _, ...row } = await service.db('harbour').where('id', record.id).first();
  await service.db('harbour').insert(Array.from({ length: 100 }, (_, n) => ({ ...row, code: String(n) })));
  const { items, ...totals } = await readReferences(crud, service.db, countryEntity, id, editor);
  expect(totals).toEqual({ total: 102, totals: { harbour: 101, lighthouse: 1 } });
  expect(new Set(items.map(({ entity }) => entity))).toEqual(new Set(['harbour']));
  expect(items).toHaveLength(100);
});

describe('when a referenced record is renamed', () => {
  const renameReferenced = async (
    change: (record: StoredRecord['record']) => Promise<unknown> = async () => undefined,
  ) => {
    const target = await countries.createPending({ name: 'Target' });
    const { record } = await createStored(harbour, {
      code: await countries.freeCode(),
      name: 'Referrer',
      country: target.code,
    });
    await service.db('harbour').where('id', record.id).update({ status: 'active' });
    await change(record);
    const code = await countries.freeCode();
    await updateRecord(crud, countryEntity, target.id, target.version, { ...target, code }, editor);
    return { id: record.id, before: target.code, after: code };
  };
  const propose = (country: string) => async (record: StoredRecord['record']) =>
    updateRecord(crud, harbour, record.id, record.version, { ...record, name: 'Proposed', country }, editor);
  const labelOf = (code: string) => ({ country: { [code]: { name: 'Target' } } });

  test('the record shows the new code and its history the old one, both with the label', async () => {
    const { id, before, after } = await renameReferenced();
    const storedRecord = await readRecord(service.db, harbour, id);
    expect(storedRecord?.record).toMatchObject({ country: after, version: 2 });
    const { items, labels } = await readHistory(crud, harbour, id, {}, editor);
    expect(items).toMatchObject([
      { action: 'reference', version: 2, before: { country: before }, after: { country: after } },
      { action: 'create', after: { country: before } },
    ]);
    expect(labels).toMatchObject({ country: { ...labelOf(before).country, ...labelOf(after).country } });
  });

  test('an open proposal shows the new code', async () => {
    const { id, after } = await renameReferenced((record) => propose(String(record.country))(record));
    expect(await readOpenProposal(service.db, harbour, id)).toMatchObject({
      base: { fields: { country: after } },
      after: { fields: { country: after } },
    });
  });

  test.each([
    'AF',
    undefined,
  ])('a proposal that refers to %s (or to the same record) can still be approved', async (newCountry) => {
    const { id, after } = await renameReferenced((record) => propose(newCountry ?? String(record.country))(record));
    const decidedRecord = await decideProposal(crud, harbour, id, 1, { decision: 'approve' }, reviewer);
    expect(decidedRecord?.record).toMatchObject({ name: 'Proposed', country: newCountry ?? after });
  });
});
