import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, contract, type Operation } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createImportClient } from '../imports/import-client.ts';
import { findOperation, readReply } from '../kit/client.ts';
import { exampleTarget } from '../kit/example-requests.ts';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';
import { startReceiver, type TestReceiver } from '../push/receiver.ts';
import { createTestPusher } from '../push/worker.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';

const permissions: string[] = contract.components.schemas.PermissionName.enum;

let service: Service;
let receiver: TestReceiver;
let made: Awaited<ReturnType<typeof makeAll>>;

beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
  made = await makeAll();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const names = { country: 'Verborgenland', city: 'Verborgenstadt', airport: 'Verborgenhafen' };
const file = 'verborgen.csv';

/** Records that refer to one another, a proposal, an import, and deliveries, each with a name that stands nowhere else. */
async function makeAll() {
  const { manager, create } = await createSubscriberClient(service);
  const country = await createKindClient(service, 'Country').createPending({ name: names.country });
  const subscriber = await create({
    url: receiver.url,
    entities: ['country', 'city', 'airport'],
    filter: { countries: [country.code] },
  });
  const city = await createKindClient(service, 'City').createPending({ name: names.city, country: country.code });
  const place = { country: country.code, city: city.code };
  const airport = await createKindClient(service, 'Airport').createActive({ name: names.airport, ...place });
  await createKindClient(service, 'Airport').update(airport, { pinyin: 'verborgen' }, 202);
  await sequenceAll(service.db);
  const pusher = createTestPusher(service.db);
  await pusher.drain();
  await pusher.stop();
  const imports = createImportClient(service);
  const content = `code,name\n${airport.code},Other name\n`;
  const staged = await imports.uploadAndStage(await service.as('editor'), {
    entity: 'airport',
    filename: file,
    content,
  });
  const { items: deliveries } = await manager.ok('listDeliveries', { path: { id: subscriber.id } });
  const tasks = await service.db('task').where('kind', 'importStage').pluck('id');
  return { country, city, airport, subscriber, deliveries, staged, taskId: tasks[0] };
}

const holdingAllBut = (...kinds: string[]) =>
  service.clientWith(...permissions.filter((name) => !kinds.some((kind) => name.startsWith(`${kind}:`))));

/** The ids that the paths of an operation can be filled with, so that there is something to find. */
function pathsOf({ path, tag }: Operation): Record<string, unknown>[] {
  const { country, city, airport, subscriber, deliveries, staged, taskId } = made;
  const ids: Record<string, number> = { country: country.id, city: city.id, airport: airport.id };
  const own = { ...ids, data_subscriber: subscriber.id, import: staged.id, task: Number(taskId) }[tag];
  const at = { ...(own === undefined ? {} : { id: own }), subscriberId: subscriber.id, row: 1 };
  if (path.includes('{deliveryId}')) return deliveries.map((delivery) => ({ ...at, deliveryId: delivery.id }));
  if (path.includes('{entity}')) return ['country', 'city', 'airport'].map((entity) => ({ ...at, entity }));
  return [at];
}

const reads = allOperations.filter(({ method, permission }) => method === 'get' && permission !== 'open');

/** All that the caller is told by operations that read. */
async function toldTo(client: Awaited<ReturnType<typeof holdingAllBut>>): Promise<[string, string][]> {
  const told: [string, string][] = [];
  for (const operation of reads)
    for (const path of pathsOf(operation)) {
      const target = exampleTarget(operation, path).replace(/\bq=[^&]*/, 'q=Verborgen');
      const { status, data } = await readReply(findOperation(operation.id), await client.raw('GET', target));
      if (status === 200) told.push([operation.id, JSON.stringify(data)]);
    }
  return told;
}

const naming = (told: [string, string][], ...words: string[]) =>
  [...new Set(told.filter(([, text]) => words.some((word) => text.includes(word))).map(([id]) => id))].sort();

test('whoever may read all is told of all', async () => {
  const told = await toldTo(await holdingAllBut());
  expect(naming(told, names.country)).toEqual(
    expect.arrayContaining(['getAirport', 'getAirportHistory', 'getAirportProposal', 'getCity', 'listReviews']),
  );
  expect(naming(told, names.airport)).toEqual(
    expect.arrayContaining(['getCityReferences', 'getDelivery', 'getImportRow', 'getOverview', 'searchRecords']),
  );
  expect(naming(told, file)).toEqual([
    'getImport',
    'getTask',
    'listImports',
    'listTasks',
    'streamImport',
    'streamTasks',
  ]);
});

test('whoever may not read countries is told no name of one', async () => {
  expect(naming(await toldTo(await holdingAllBut('country', 'data_log')), names.country)).toEqual([]);
});

test('whoever may not read airports is told no name, code or value of one, nor of their files', async () => {
  const told = await toldTo(await holdingAllBut('airport', 'data_log'));
  expect(naming(told, names.airport, String(made.airport.code), file)).toEqual([]);
});

test('whoever imports or exports airports without reading them is told of the file, not of what it would change', async () => {
  const all = permissions.filter((name) => !['airport:read', 'airport:export', 'data_log:read'].includes(name));
  const told = await toldTo(await service.clientWith(...all.filter((name) => !name.startsWith('data_log:'))));
  expect(naming(told, names.airport)).toEqual([]);
  expect(naming(told, file)).toContain('getImport');
});

describe('what is refused', () => {
  test('counts what is in the way, and names what may be read of it', async () => {
    const client = await holdingAllBut('airport', 'data_log');
    const at = { path: { id: made.country.id }, ifMatch: made.country.version };
    const { references, message } = await client.expectRefusal('deleteCountry', at, 'inUse');
    expect(references).toMatchObject({ total: 2, totals: { city: 1, airport: 1 }, items: [{ entity: 'city' }] });
    expect(message).toBe('有 2 条记录引用了它，不能删除');
  });

  test('does not tell what a record is now to whoever may change it, but not read it', async () => {
    const { id, version, code, name } = made.airport;
    const client = await service.clientWith('airport:update');
    const body = { code: String(code), name };
    const refused = await client.expectRefusal(
      'updateAirport',
      { path: { id }, ifMatch: version + 1, body },
      'versionConflict',
    );
    expect(refused.current).toBeUndefined();
  });
});
