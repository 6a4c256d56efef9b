import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { createPresenceReader } from '../../src/presence/read-presence.ts';
import { pruneExpiredRows } from '../../src/worker/tasks/expired-rows.ts';
import { type Client, createClient } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { readEvents } from '../kit/events.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';

type Presence = Schemas['PresenceAnswer']['data'];

let service: Service;
let editor: Client;
let viewer: Client;
let id: number;

beforeAll(async () => {
  service = await startService({}, undefined, { pollMs: 50, accessCheckMs: 150 });
  [editor, viewer] = await Promise.all([service.as('editor'), service.as('viewer')]);
  ({ id } = await createEntityClient(service, 'Country').createPending());
});
afterAll(() => service.stop());

const renew = (client = editor) => client.ok('renewPresence', { body: { entity: 'country', id } });
const end = (client = editor) => client.ok('endPresence', { query: { entity: 'country', id } });
const read = (client = viewer) => client.ok('getPresence', { query: { entity: 'country', id } });
const readNames = async () => (await read()).editors.map(({ name }) => name);

/** Moves what is stored into the past, as if that much time had passed. */
const age = (column: 'seen_time' | 'since_time', seconds: number) =>
  service.db('presence').update({ [column]: service.db.raw('?? - INTERVAL ? SECOND', [column, seconds]) });

async function openStream(client: Client, query = `entity=country&id=${id}`) {
  const response = await client.raw('GET', `/dc/api/v1/presence/events?${query}`);
  expect(response.status).toBe(200);
  const events = readEvents(response);
  // Cast: the service's responses are validated elsewhere; the data of a stream are the same.
  const next = async () => (await events.next()).value as Presence | undefined;
  return { next, close: () => events.return(undefined) };
}

test('a stream names who edits the record at once, and no longer when they end it', async () => {
  const stream = await openStream(viewer);
  expect((await stream.next())?.editors).toEqual([]);
  await renew();
  expect((await stream.next())?.editors).toEqual([{ name: 'editor', since: expect.any(String) }]);
  await end();
  expect((await stream.next())?.editors).toEqual([]);
  await stream.close();
});

test('a sign of life counts for a minute, and a later one begins anew', async () => {
  await renew();
  const [first] = (await read()).editors;
  await age('seen_time', 59);
  expect(await readNames()).toEqual(['editor']);
  await age('seen_time', 2);
  expect(await readNames()).toEqual([]);
  await age('since_time', 600);
  await renew();
  const [second] = (await read()).editors;
  expect(Date.parse(second?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.since ?? ''));
  await end();
});

test('each of two forms of a session ends for itself, and names its user once', async () => {
  const inForm = (form: number) => ({ entity: 'country' as const, id, form });
  await editor.ok('renewPresence', { body: inForm(1) });
  await age('since_time', 60);
  await editor.ok('renewPresence', { body: inForm(2) });
  const [before] = (await read()).editors;
  expect(await readNames()).toEqual(['editor']);
  await editor.ok('endPresence', { query: inForm(2) });
  expect((await read()).editors).toEqual([before]);
  await editor.ok('endPresence', { query: inForm(1) });
  expect(await readNames()).toEqual([]);
});

test('says what time it is by the clock that the times of editors are from', async () => {
  await renew();
  const { time, editors } = await read();
  expect(Math.abs(Date.parse(time) - Date.parse(editors[0]?.since ?? ''))).toBeLessThan(5000);
  await end();
});

test('renewing in time keeps since when the record is edited', async () => {
  await renew();
  await age('since_time', 600);
  await age('seen_time', 30);
  const [before] = (await read()).editors;
  await renew();
  expect((await read()).editors).toEqual([before]);
  await end();
});

test('several editors are named in the order in which they began, and nobody is told of themselves', async () => {
  const other = await service.clientWith('country:read', 'country:update');
  await renew(other);
  await age('since_time', 5);
  await renew();
  expect(await readNames()).toEqual([other.username, 'editor']);
  expect((await read(editor)).editors.map(({ name }) => name)).toEqual([other.username]);
  await Promise.all([end(), end(other)]);
});

test('signing out and losing the account end it', async () => {
  const [leaving, dismissed] = await Promise.all([
    service.clientWith('country:read', 'country:update'),
    service.clientWith('country:read', 'country:update'),
  ]);
  await renew(leaving);
  await renew(dismissed);
  expect(await readNames()).toHaveLength(2);
  await leaving.ok('logout');
  expect(await readNames()).toEqual([dismissed.username]);
  await service.db('user').where('id', dismissed.id).update({ status: 'inactive' });
  expect(await readNames()).toEqual([]);
});

test('a stream reports a new version, a proposal and the deletion', async () => {
  const countries = createEntityClient(service, 'Country');
  const pending = await countries.createPending();
  const active = await countries.createActive();
  const stream = await openStream(viewer, `entity=country&id=${pending.id}`);
  expect((await stream.next())?.record).toMatchObject({ version: 1, updatedBy: 'editor', proposal: null });
  const { record } = await countries.update(pending, { symbol: '§' });
  expect((await stream.next())?.record).toMatchObject({ version: 2, updateTime: record.updateTime });
  await countries.remove(record);
  expect(await stream.next()).toMatchObject({ record: null, editors: [] });
  await stream.close();

  const proposals = await openStream(viewer, `entity=country&id=${active.id}`);
  expect((await proposals.next())?.record).toMatchObject({ version: active.version, proposal: null });
  const { proposal } = await countries.update(active, { symbol: '§' }, 202);
  expect((await proposals.next())?.record).toMatchObject({
    version: active.version,
    proposal: { id: proposal.id, version: 1, by: 'editor' },
  });
  await proposals.close();
});

describe('it takes permissions:', () => {
  test('to read the kind, for reading and as long as a stream is open', async () => {
    const stranger = await service.clientWith('city:read');
    for (const operationId of ['getPresence', 'streamPresence'] as const)
      await stranger.expectRefusal(operationId, { query: { entity: 'country', id } }, 'forbidden');
    const reader = await service.clientWith('country:read');
    const stream = await openStream(reader);
    await stream.next();
    await service.db('user_role').where('user_id', reader.id).delete();
    expect(await stream.next()).toBeUndefined();
  });

  test('to update the kind, for editing', async () => {
    const reader = await service.clientWith('country:read', 'city:update');
    await reader.expectRefusal('renewPresence', { body: { entity: 'country', id } }, 'forbidden');
    expect(await readNames()).toEqual([]);
  });
});

test('another process knows at once who edits a record', { tags: ['slow'] }, async () => {
  const { url, child, exited } = await startServiceProcess(service.databaseUrl, { DEMO: '1' });
  const signIn = { body: { username: 'reviewer', password: demoPassword } };
  const { token } = await createClient(url).ok('login', signIn);
  const stream = await openStream(createClient(url, token));
  expect((await stream.next())?.editors).toEqual([]);
  await renew();
  expect((await stream.next())?.editors).toMatchObject([{ name: 'editor' }]);
  await stream.close();
  await end();
  child.kill('SIGTERM');
  await exited;
});

test('streams read together, with two statements per kind', async () => {
  const readPresence = createPresenceReader({ db: service.db, entities });
  let statements = 0;
  const count = () => void statements++;
  service.db.on('query', count);
  await Promise.all(Array.from({ length: 40 }, (_, at) => readPresence({ entity: 'country', id: at + 1 })));
  service.db.off('query', count);
  expect(statements).toBe(2);
});

test('a kind that cannot be read ends no streams of other kinds', async () => {
  const broken = entities.map((entity) => (entity.key === 'city' ? { ...entity, table: 'missing' } : entity));
  const readPresence = createPresenceReader({ db: service.db, entities: broken });
  const outcomes = await Promise.allSettled([
    readPresence({ entity: 'city', id: 1 }),
    readPresence({ entity: 'country', id }),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'ER_NO_SUCH_TABLE' } },
    { status: 'fulfilled', value: { record: { version: 1 } } },
  ]);
});

test('rows that are not renewed are removed with other expired rows', async () => {
  await renew();
  await age('seen_time', 25 * 3600);
  await pruneExpiredRows(service.db, { userLogDays: 30, signInWindowMinutes: 15, deliveryDays: 30, taskDays: 30 });
  expect(await service.db('presence').select('record_id')).toEqual([]);
});

test('the removal of a form keeps the other forms of its session', async () => {
  const inForm = (form: number) => ({ entity: 'country' as const, id, form });
  await editor.ok('renewPresence', { body: inForm(1) });
  await age('seen_time', 25 * 3600);
  await editor.ok('renewPresence', { body: inForm(2) });
  await pruneExpiredRows(service.db, { userLogDays: 30, signInWindowMinutes: 15, deliveryDays: 30, taskDays: 30 });
  expect(await service.db('presence').pluck('form')).toEqual([2]);
  await editor.ok('endPresence', { query: inForm(2) });
});
