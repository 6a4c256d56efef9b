import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, contract, type Operation } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createImportClient } from '../imports/import-client.ts';
import { findOperation, readReply } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { exampleTarget } from '../kit/example-requests.ts';
import { type Service, startService } from '../kit/service.ts';
import { startReceiver, type TestReceiver } from '../push/kit/receiver.ts';
import { createTestPusher } from '../push/kit/worker.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';

const permissions: string[] = contract.components.schemas.PermissionName.enum;

let service: Service;
let receiver: TestReceiver;
let fixtures: Awaited<ReturnType<typeof createFixtures>>;

beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
  fixtures = await createFixtures();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const NAMES = { country: 'Verborgenland', city: 'Verborgenstadt', airport: 'Verborgenhafen' };
const FILE_NAME = 'verborgen.csv';

/** Creates related records, a proposal, an import and deliveries, each with a name that occurs nowhere else. */
async function createFixtures() {
  const { manager, create } = await createSubscriberClient(service);
  const country = await createEntityClient(service, 'Country').createPending({ name: NAMES.country });
  const subscriber = await create({
    url: receiver.url,
    entities: ['country', 'city', 'airport'],
    filter: { countries: [country.code] },
  });
  const city = await createEntityClient(service, 'City').createPending({ name: NAMES.city, country: country.code });
  const references = { country: country.code, city: city.code };
  const airport = await createEntityClient(service, 'Airport').createActive({ name: NAMES.airport, ...references });
  await createEntityClient(service, 'Airport').update(airport, { pinyin: 'verborgen' }, 202);
  await sequenceAll(service.db);
  const pusher = createTestPusher(service.db);
  await pusher.drain();
  await pusher.stop();
  const imports = createImportClient(service);
  const content = `code,name\n${airport.code},Other name\n`;
  const stagedImport = await imports.uploadAndStage(await service.as('editor'), {
    entity: 'airport',
    filename: FILE_NAME,
    content,
  });
  const { items: deliveries } = await manager.ok('listDeliveries', { path: { id: subscriber.id } });
  const editor = await service.as('editor');
  const { changeSet } = await editor.ok('createChangeSet', { body: { title: 'A set' } }, 201);
  const { id: recordId, version: recordVersion } = airport;
  const body = { entity: 'airport', action: 'delete', recordId, recordVersion } as const;
  await editor.ok('addChangeSetItem', { path: { id: changeSet.id }, body }, 201);
  const tasks = await service.db('task').where('kind', 'importStage').pluck('id');
  return { country, city, airport, subscriber, deliveries, staged: stagedImport, changeSet, taskId: tasks[0] };
}

const clientWithout = (...tags: string[]) =>
  service.clientWith(...permissions.filter((name) => !tags.some((tag) => name.startsWith(`${tag}:`))));

/** Returns the path parameters with which an operation reads the fixtures. */
function pathParametersOf({ path, tag }: Operation): Record<string, unknown>[] {
  const { country, city, airport, subscriber, deliveries, staged, changeSet, taskId } = fixtures;
  const ids: Record<string, number> = { country: country.id, city: city.id, airport: airport.id };
  const recordId = {
    ...ids,
    data_subscriber: subscriber.id,
    import: staged.id,
    change_set: changeSet.id,
    task: Number(taskId),
  }[tag];
  const pathParameters = { ...(recordId === undefined ? {} : { id: recordId }), subscriberId: subscriber.id, row: 1 };
  if (path.includes('{deliveryId}'))
    return deliveries.map((delivery) => ({ ...pathParameters, deliveryId: delivery.id }));
  if (path.includes('{entity}')) return ['country', 'city', 'airport'].map((entity) => ({ ...pathParameters, entity }));
  return [pathParameters];
}

const readOperations = allOperations.filter(({ method, permission }) => method === 'get' && permission !== 'open');

/** Calls every operation that reads, and returns the ids of successful operations with their answers. */
async function readAll(client: Awaited<ReturnType<typeof clientWithout>>): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const operation of readOperations)
    for (const path of pathParametersOf(operation)) {
      const target = exampleTarget(operation, path).replace(/\bq=[^&]*/, 'q=Verborgen');
      const { status, data } = await readReply(findOperation(operation.id), await client.raw('GET', target));
      if (status === 200) answers.push([operation.id, JSON.stringify(data)]);
    }
  return answers;
}

const operationsNaming = (answers: [string, string][], ...words: string[]) =>
  [...new Set(answers.filter(([, text]) => words.some((word) => text.includes(word))).map(([id]) => id))].sort();

test('a user with all permissions reads every name', async () => {
  const answers = await readAll(await clientWithout());
  expect(operationsNaming(answers, NAMES.country)).toEqual(
    expect.arrayContaining(['getAirport', 'getAirportHistory', 'getAirportProposal', 'getCity', 'listReviews']),
  );
  expect(operationsNaming(answers, NAMES.airport)).toEqual(
    expect.arrayContaining([
      'getCityReferences',
      'getDelivery',
      'listChangeSetItems',
      'getImportRow',
      'getOverview',
      'searchRecords',
    ]),
  );
  expect(operationsNaming(answers, FILE_NAME)).toEqual([
    'getImport',
    'getTask',
    'listImports',
    'listTasks',
    'streamImport',
    'streamTasks',
  ]);
});

test('a user who may not read countries reads no name of a country', async () => {
  expect(operationsNaming(await readAll(await clientWithout('country', 'data_log')), NAMES.country)).toEqual([]);
});

test('a user who may not read airports reads no name, code or file of airports', async () => {
  const answers = await readAll(await clientWithout('airport', 'data_log'));
  expect(operationsNaming(answers, NAMES.airport, String(fixtures.airport.code), FILE_NAME)).toEqual([]);
});

test('a user who may import airports but not read them reads the name of the file, but not of the records', async () => {
  const allowedPermissions = permissions.filter(
    (name) => !['airport:read', 'airport:export', 'data_log:read'].includes(name),
  );
  const answers = await readAll(
    await service.clientWith(...allowedPermissions.filter((name) => !name.startsWith('data_log:'))),
  );
  expect(operationsNaming(answers, NAMES.airport)).toEqual([]);
  expect(operationsNaming(answers, FILE_NAME)).toContain('getImport');
});

describe('a refusal', () => {
  test('counts all references, and lists those that the user may read', async () => {
    const client = await clientWithout('airport', 'data_log');
    const versionedPath = { path: { id: fixtures.country.id }, ifMatch: fixtures.country.version };
    const { references, message } = await client.expectRefusal('deleteCountry', versionedPath, 'inUse');
    expect(references).toMatchObject({ total: 2, totals: { city: 1, airport: 1 }, items: [{ entity: 'city' }] });
    expect(message).toBe('有 2 条记录引用了它，不能删除');
  });

  test('does not include the current record if the user may not read it', async () => {
    const { id, version, code, name } = fixtures.airport;
    const client = await service.clientWith('airport:update');
    const body = { code: String(code), name };
    const refusal = await client.expectRefusal(
      'updateAirport',
      { path: { id }, ifMatch: version + 1, body },
      'versionConflict',
    );
    expect(refusal.current).toBeUndefined();
  });
});
