import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import { type JsonSchema, type Operation, type OperationId, resolve } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createImportClient } from '../imports/import-client.ts';
import { type Client, readReply } from '../kit/client.ts';
import { exampleTarget, operations } from '../kit/example-requests.ts';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';
import { subscriberBody } from '../sync/subscribers.ts';

/** @module-tag slow */

let service: Service;
let admin: Client;
/** Whose deliveries, and whose rows, are listed. */
let owners: Partial<Record<OperationId, { id: number }>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  for (const { singular } of entities) await createKindClient(service, singular).createPending();
  await sequenceAll(service.db);
  const { record } = await admin.ok('createSubscriber', { body: subscriberBody() }, 201);
  const subscriber = { id: record.id };
  await admin.ok('testSubscriber', { path: subscriber });
  owners = { listDeliveries: subscriber };
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

/** What no record, person, role or entry holds, so that whatever fits any of it fits by a broken statement only. */
const injected = [
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
/** One of each manner: an end of a text, by a backslash too, of a name, a pattern, an end of all. */
const brief = ["zqx' or 1=1 -- ", "zqx\\' or 1=1 #", '` or 1=1 -- zqx', '%', 'zqx\u0000'];
const instead = ["' or 1=1 -- ", '1; drop table country', '\u0000'];
const asTheOrder = ['name desc', '-name;', '(select password_hash from user)', 'name,id', 'id', '1', '--name'];

/** Whether the contract leaves a value to whoever asks; all else it lists or describes. */
const isFree = ({ type, enum: values, format, ...schema }: JsonSchema) =>
  type === 'string' && !values && !format && !('pattern' in schema);

const filters = operations.flatMap(({ id, operation }) =>
  operation.method !== 'get'
    ? []
    : operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => ({ id, operation, name, free: isFree(resolve(schema)) })),
);

async function ask(operation: Operation, name: string, value: string) {
  const url = new URL(exampleTarget(operation, owners[operation.id]), service.url);
  const isExport = operation.id.startsWith('export');
  if (url.searchParams.has('format')) url.searchParams.set('format', 'ndjson');
  url.searchParams.set(name, value);
  const response = await admin.raw('GET', url.pathname + url.search);
  const text = await response.text();
  const isFile = response.status === 200 && isExport;
  return { status: response.status, data: isFile ? { items: text.match(/.+/g) ?? [] } : JSON.parse(text).data };
}

test('an import has rows to be listed', async () => {
  const content = 'code,name\nZZTOP,Staged';
  const { id } = await createImportClient(service).uploadAndStage(admin, {
    entity: 'city',
    filename: 'cities.csv',
    content,
  });
  owners = { ...owners, listImportRows: { id }, exportImportReport: { id } };
});

const refused = (name: string) => ({ status: 422, data: { fields: [{ pointer: `/query/${name}` }] } });

// the lists of all kinds are made alike: two of them speak for all
const kinds = entities.filter(({ key }) => key !== 'cabin' && key !== 'rate_board').map(({ key }) => String(key));

test.each(filters.filter(({ free }) => free))('SQL in $name finds nothing in $id', async ({ operation, name }) => {
  for (const value of kinds.includes(operation.tag) ? brief : injected) {
    const answer = await ask(operation, name, value);
    if (answer.status === 200) expect([value, answer.data.items]).toEqual([value, []]);
    else expect([value, answer]).toMatchObject([value, refused(name)]);
  }
});

test.each(filters.filter(({ free }) => !free))('SQL in $name is refused by $id', async ({ operation, name }) => {
  for (const value of name === 'sort' ? [...instead, ...asTheOrder] : instead)
    expect([value, await ask(operation, name, value)]).toMatchObject([value, refused(name)]);
});

test('every list has something to find, afterwards still', async () => {
  const lists = operations.filter(({ id }) => id.startsWith('list') && filters.some((filter) => filter.id === id));
  for (const { id, operation } of lists) {
    const reply = await readReply(operation, await admin.raw('GET', exampleTarget(operation, owners[id])));
    expect([id, reply.data]).toMatchObject([id, { items: expect.arrayContaining([expect.anything()]) }]);
  }
});
