import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import { type JsonSchema, type Operation, type OperationId, resolve } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createImportClient } from '../imports/import-client.ts';
import { type Client, readReply } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { exampleTarget, operations } from '../kit/example-requests.ts';
import { type Service, startService } from '../kit/service.ts';
import { subscriberBody } from '../sync/subscribers.ts';

/** @module-tag slow */

let service: Service;
let admin: Client;
/** The path parameters of lists that belong to a subscriber or a change set. */
let pathIds: Partial<Record<OperationId, { id: number }>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  for (const { singular } of entities) await createEntityClient(service, singular).createPending();
  await sequenceAll(service.db);
  const { record } = await admin.ok('createSubscriber', { body: subscriberBody() }, 201);
  const subscriber = { id: record.id };
  await admin.ok('testSubscriber', { path: subscriber });
  const { changeSet } = await admin.ok('createChangeSet', { body: { title: 'A set' } }, 201);
  const item = { entity: 'cabin', action: 'create', become: 'pending', values: { code: 'ZY', name: 'New' } } as const;
  await admin.ok('addChangeSetItem', { path: { id: changeSet.id }, body: item }, 201);
  pathIds = { listDeliveries: subscriber, listChangeSetItems: changeSet };
  await rejectWorkOfAdmin();
  await admin.ok('createTask', { body: { kind: 'retention' } }, 202);
});
afterAll(() => service.stop());

async function rejectWorkOfAdmin(): Promise<void> {
  const { record } = await admin.ok('createCabin', { body: { code: 'ZZ', name: 'Rejected' } }, 201);
  const reviewer = await service.as('reviewer');
  const body = { event: 'reject', reason: 'not so' } as const;
  await reviewer.ok('transitionCabin', { path: { id: record.id }, ifMatch: record.version, body });
}

/** Texts that no record contains, so that a match would mean that the text changed the statement. */
const INJECTED_TEXTS = [
  "zqx' or 1=1 -- ",
  `zqx" or ""="`,
  "zqx') or ('1'='1",
  "zqx\\' or 1=1 #",
  "zqx'; drop table country; -- ",
  "zqx' union select 1, 2, 3 -- ",
  '` or 1=1 -- zqx',
  'zqx* -zqy +"',
  '%',
  '_',
  '\\',
  "'",
  '\u0000',
  'zqx\u0000',
  '%zqx%',
  'z'.repeat(5000),
];
/** One text per technique: a closed string, a closed string after a backslash, a closed identifier, a wildcard and a NUL. */
const FEW_INJECTED_TEXTS = ["zqx' or 1=1 -- ", "zqx\\' or 1=1 #", '` or 1=1 -- zqx', '%', 'zqx\u0000'];
const INVALID_VALUES = ["' or 1=1 -- ", '1; drop table country', '\u0000'];
const INVALID_ORDERS = ['name desc', '-name;', '(select password_hash from user)', 'name,id', 'id', '1', '--name'];

/** Returns whether the contract allows any text rather than an enumeration, a format or a pattern. */
const isFreeText = ({ items, ...schema }: JsonSchema): boolean => {
  if (items) return isFreeText(resolve(items));
  return schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern;
};

const filters = operations.flatMap(({ id, operation }) =>
  operation.method !== 'get'
    ? []
    : operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => ({ id, operation, name, isFree: isFreeText(resolve(schema)) })),
);

async function fetchFiltered(operation: Operation, name: string, value: string) {
  const url = new URL(exampleTarget(operation, pathIds[operation.id]), service.url);
  const isExport = operation.id.startsWith('export');
  if (url.searchParams.has('format') && operation.id !== 'exportImportTemplate')
    url.searchParams.set('format', 'ndjson');
  url.searchParams.set(name, value);
  const response = await admin.raw('GET', url.pathname + url.search);
  const text = await response.text();
  const isFile = response.status === 200 && isExport;
  return { status: response.status, data: isFile ? { items: text.match(/.+/g) ?? [] } : JSON.parse(text).data };
}

test('an import with a row is staged', async () => {
  const content = 'code,name\nZZTOP,Staged';
  const { id } = await createImportClient(service).uploadAndStage(admin, {
    entity: 'city',
    filename: 'cities.csv',
    content,
  });
  pathIds = { ...pathIds, listImportRows: { id }, exportImportReport: { id } };
});

const refusalAt = (name: string) => ({ status: 422, data: { fields: [{ pointer: `/query/${name}` }] } });

// The lists of all entities share their code, so only two of them are tested with all texts.
const fewTextsEntities = entities
  .filter(({ key }) => key !== 'cabin' && key !== 'rate_board')
  .map(({ key }) => String(key));

/** What operations that list nothing answer if nothing is found. */
const nothingFoundBy: Partial<Record<string, object>> = {
  getReviewCompleteness: { ready: 0, missing: [] },
  getReviewAges: { ages: [{ count: 0 }, { count: 0 }, { count: 0 }, { count: 0 }] },
};

test.each(filters.filter(({ isFree }) => isFree))('SQL in $name finds nothing in $id', async ({
  id,
  operation,
  name,
}) => {
  for (const value of fewTextsEntities.includes(operation.tag) ? FEW_INJECTED_TEXTS : INJECTED_TEXTS) {
    const answer = await fetchFiltered(operation, name, value);
    if (answer.status === 200) expect([value, answer.data]).toMatchObject([value, nothingFoundBy[id] ?? { items: [] }]);
    else expect([value, answer]).toMatchObject([value, refusalAt(name)]);
  }
});

test.each(filters.filter(({ isFree }) => !isFree))('SQL in $name is refused by $id', async ({ operation, name }) => {
  for (const value of name === 'sort' ? [...INVALID_VALUES, ...INVALID_ORDERS] : INVALID_VALUES)
    expect([value, await fetchFiltered(operation, name, value)]).toMatchObject([value, refusalAt(name)]);
});

test('every list still has items afterwards', async () => {
  const lists = operations.filter(({ id }) => id.startsWith('list') && filters.some((filter) => filter.id === id));
  for (const { id, operation } of lists) {
    const reply = await readReply(operation, await admin.raw('GET', exampleTarget(operation, pathIds[id])));
    expect([id, reply.data]).toMatchObject([id, { items: expect.arrayContaining([expect.anything()]) }]);
  }
});
