import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { headOf, sequenced } from '../../suite/features/pushes.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { readAllPages, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import type { TestBackend } from '../../suite/test-backend.ts';
import { until } from '../../suite/until.ts';

const admin = { role: 'admin' };

interface Group {
  token: string;
  subscribers: RecordData[];
}

const created = new WeakMap<TestBackend, Promise<Group>>();

/** Creates eleven subscribers with a token in their names or addresses, once for all cases. The first of them are not active. */
function group(backend: TestBackend): Promise<Group> {
  const known = created.get(backend) ?? createGroup(backend);
  created.set(backend, known);
  return known;
}

async function createGroup(backend: TestBackend): Promise<Group> {
  const token = `q${randomBytes(4).toString('hex')}`;
  const subscribers: RecordData[] = [];
  for (const [index, letter] of [...'fcahbdgeikj'].entries()) {
    const inAddress = index === 4;
    const { token: _token, ...subscriber } = await backend.subscribers.create({
      name: inAddress ? `sample-${letter}-${randomBytes(3).toString('hex')}` : `${token}-${letter}`,
      url: inAddress ? `http://127.0.0.1:9/${token}` : index === 5 ? null : 'http://127.0.0.1:9/changes',
      entities: index % 2 === 0 ? ['country', 'cabin'] : ['cabin'],
      active: index >= 3,
      ...(index === 6 && { filter: { countries: ['CN'], statuses: ['active'] } }),
    });
    subscribers.push(requireRecord(subscriber as RecordData)); // Cast: without its token.
  }
  return { token, subscribers };
}

type Query = Record<string, string>;

/** Counts of the paused and of all others, whose state may change from one read to the next. */
function pausedAndOthers(counts: unknown): number[] {
  const { paused = 0, ...others } = counts as Record<string, number>; // Cast: validated before.
  return [paused, Object.values(others).reduce((sum, count) => sum + count, 0)];
}

/** Tests lists of subscribers of which each answer is known, and what subscribers and their lanes say of themselves. */
export function subscriberValueCases([entity]: TestedEntity[]): Case[] {
  const isPaused = ({ active }: RecordData) => active === false;
  const takes = (tag: string) => (subscriber: RecordData) => (subscriber.entities as string[]).includes(tag); // Cast: validated.
  return [
    listCase('part of the name or the address, on several pages', {}, () => true),
    listCase('a kind', { entity: 'country' }, takes('country')),
    listCase('another kind', { entity: 'city' }, takes('city')),
    listCase('a state', { state: 'paused' }, isPaused),
    listCase('another state', { state: 'healthy' }, (subscriber) => !isPaused(subscriber)),
    listCase('a kind and a state', { entity: 'country', state: 'paused' }, (subscriber) =>
      [takes('country')(subscriber), isPaused(subscriber)].every(Boolean),
    ),
    ...['name', 'createTime', 'updateTime'].flatMap((column) => [column, `-${column}`].map(sortCase)),
    createCase(),
    updateCase(),
    secretCase(),
    deleteCase(),
    ...(entity ? laneCases(entity) : []),
  ];
}

function listCase(what: string, query: Query, matches: (subscriber: RecordData) => boolean): Case {
  return {
    operationId: 'listSubscribers',
    name: `finds exactly the subscribers with ${what}, and counts them per state`,
    needs: admin,
    request: async ({ backend }) => ({ query: { q: (await group(backend)).token, ...query, pageSize: 20 } }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { token, subscribers } = await group(backend);
        const expected = subscribers.filter(matches);
        const ids = (items: { id: number }[]) => items.map(({ id }) => id).toSorted((a, b) => a - b);
        const items = data.items as RecordData[]; // Cast: validated before.
        // for a moment after a change, a healthy one may be behind
        const mayMiss = query.state === 'healthy' ? expected.length - items.length : 0;
        const isListed = ({ id }: RecordData) => items.some((item) => item.id === id);
        assert.deepEqual(ids(items), ids(mayMiss > 0 ? expected.filter(isListed) : expected));
        assert.equal(data.total, items.length);
        const { state: _, ...others } = query;
        const underOthers = subscribers.filter(
          ({ entities }) => !others.entity || (entities as string[]).includes(others.entity), // Cast: validated before.
        );
        const counts: Record<string, number> = {};
        for (const { state } of underOthers) counts[String(state)] = (counts[String(state)] ?? 0) + 1;
        assert.deepEqual(pausedAndOthers(data.counts), pausedAndOthers(counts), 'counts are under all other filters');
        if (Object.keys(query).length > 0) return;
        const read = reader(backend, backend.operation('listSubscribers'), 'admin');
        const all = await readAllPages<RecordData>(read, { q: token });
        assert.deepEqual(ids(all.items), ids(subscribers));
        for (const item of all.items) {
          // its backlog and last success may have moved on
          const { name, url, entities, filter, active, version } = item;
          const known = subscribers.find(({ id }) => id === item.id);
          const {
            name: n,
            url: u,
            entities: e,
            filter: f,
            active: a,
            version: v,
          } = known ?? assert.fail('it is known');
          assert.deepEqual([name, url, entities, filter, active, version], [n, u, e, f, a, v]);
        }
        assert.ok(data.labels?.country?.CN?.name, 'countries of filters are named');
      },
    },
  };
}

function sortCase(sort: string): Case {
  return {
    operationId: 'listSubscribers',
    name: `sorts subscribers exactly by ${sort}`,
    needs: admin,
    request: async ({ backend }) => ({ query: { q: `${(await group(backend)).token}-`, sort, pageSize: 20 } }),
    expect: {
      status: 200,
      check: ({ data }) => {
        const column = sort.replace('-', '');
        const values = (data.items as RecordData[]).map((subscriber) => String(subscriber[column])); // Cast: validated.
        assert.equal(values.length, 10);
        assert.deepEqual(values, sort.startsWith('-') ? values.toSorted().toReversed() : values.toSorted());
      },
    },
  };
}

function createCase(): Case {
  return {
    operationId: 'createSubscriber',
    name: 'keeps every field, and answers the subscriber as it is read',
    needs: admin,
    request: ({ backend }) => ({
      body: backend.subscribers.newSubscriberBody({
        url: 'http://127.0.0.1:9/kept?with=query',
        entities: ['city', 'cabin'],
        filter: { countries: ['CN'], statuses: ['active', 'approved'] },
      }),
    }),
    expect: {
      status: 201,
      check: async (response, context) => {
        const { backend } = context;
        const { id, name, createTime, updateTime, filter, lastSuccess, ...others } =
          backend.subscribers.track(response);
        assert.match(String(name), /^sample-/);
        assert.equal(createTime, updateTime);
        assert.equal(lastSuccess, null);
        assert.deepEqual(filter, { countries: ['CN'], statuses: ['active', 'approved'] });
        const by = context.username('admin');
        assert.deepEqual(others, {
          url: 'http://127.0.0.1:9/kept?with=query',
          entities: ['city', 'cabin'],
          active: true,
          offReason: null,
          state: 'healthy',
          backlog: 0,
          earlierSecretUntil: null,
          earlierTokenUntil: null,
          version: 1,
          createdBy: by,
          updatedBy: by,
        });
        const read = await backend.subscribers.reload(id);
        assert.deepEqual([read.name, read.url, read.filter], [name, others.url, filter]);
        assert.ok(response.data.labels?.country?.CN?.name, 'the country of the filter is named');
      },
    },
  };
}

function updateCase(): Case {
  return {
    operationId: 'updateSubscriber',
    name: 'replaces every field, and nothing else',
    needs: admin,
    request: async ({ backend }) => {
      const subscriber = await backend.subscribers.create({ filter: { statuses: ['active'] } });
      const body = { name: `${subscriber.name}-b`, url: null, entities: ['city'], active: false };
      return { ...versionedTarget(subscriber), body };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const record = requireRecord(data.record);
        const { name, url, entities, filter, active, state, version, updatedBy } = record;
        assert.match(String(name), /-b$/);
        assert.deepEqual(
          [url, entities, filter, active, state, version, updatedBy],
          [null, ['city'], null, false, 'paused', 2, context.username('admin')],
        );
        assert.deepEqual(await context.backend.subscribers.reload(record.id), record);
      },
    },
  };
}

function secretCase(): Case {
  let subscriber: { id: number; secret: string } = { id: 0, secret: '' };
  return {
    operationId: 'exchangeSubscriberSecret',
    name: 'gives another secret, and keeps the earlier one for a day',
    needs: admin,
    request: async ({ backend }) => {
      const body = backend.subscribers.newSubscriberBody();
      const response = await backend.call(backend.operation('createSubscriber'), 'admin', { body });
      subscriber = { id: backend.subscribers.track(response).id, secret: response.data.secret ?? '' };
      return { params: { id: subscriber.id } };
    },
    expect: {
      status: 200,
      check: async ({ data, headers }, { backend }) => {
        assert.match(data.secret ?? '', /^whsec_[A-Za-z0-9+/]+=*$/);
        assert.notEqual(data.secret, subscriber.secret, 'it is another one');
        const { earlierUntil } = data as unknown as { earlierUntil: string }; // Cast: validated before.
        const hours = (Date.parse(earlierUntil) - Date.parse(headers.get('date') ?? '')) / 3_600_000;
        assert.ok(Math.abs(hours - 24) < 0.1, `the earlier secret is good for ${hours} hours`);
        const read = await backend.subscribers.reload(subscriber.id);
        assert.deepEqual([read.earlierSecretUntil, read.earlierTokenUntil], [earlierUntil, null]);
      },
    },
  };
}

function deleteCase(): Case {
  let token = '';
  let id = 0;
  return {
    operationId: 'deleteSubscriber',
    name: 'leaves nothing of a subscriber, whose token is refused',
    needs: admin,
    request: async ({ backend }) => {
      const subscriber = await backend.subscribers.create();
      ({ token, id } = subscriber);
      return versionedTarget(subscriber);
    },
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        assert.equal(await statusWithToken(backend, 'listChanges', token), 401);
        const found = await backend.tryCall(backend.operation('getSubscriber'), 'admin', { params: { id } });
        assert.equal(found.status, 404);
        const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
        const { subscribers } = data as unknown as { subscribers: { id: number }[] }; // Cast: validated by its own cases.
        assert.ok(!subscribers.some((subscriber) => subscriber.id === id), 'it has no lanes any more');
      },
    },
  };
}

interface Lane {
  entity: string;
  state: string;
  position: number;
  backlog: number;
  waiting: number;
  lagMs: number;
  paused: boolean;
  attempts: number;
  lastSuccess: string | null;
}

/** Tests the numbers of lanes that stand still while the case makes changes. */
function laneCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: 'getSyncLane', needs: { role: 'admin', recordState: 'pending' as const } };
  const count = 3;
  let head = 0;
  const change = async (context: CaseContext) => {
    const { records, record } = context;
    let changed = record;
    for (let index = 0; index < count; index += 1) changed = await records.update(entity, changed, 'editor');
    await sequenced(context);
  };
  const laneOf = async ({ backend }: CaseContext, subscriberId: number) => {
    const params = { subscriberId, entity: entity.tag };
    const { data } = await backend.call(backend.operation('getSyncLane'), 'admin', { params });
    return data as unknown as { lane: Lane; head: number; subscriber: object; current: { position: number } | null }; // Cast: validated by its own cases.
  };
  /** Compares the backlog with the changes of the kind in the log, as others may write too. */
  const assertStanding = async (context: CaseContext, id: number, state: string) => {
    const { backend } = context;
    const { lane, head: newest } = await laneOf(context, id);
    const params = { subscriberId: id, entity: entity.tag };
    const query = { from: head + 1 };
    const preview = await backend.call(backend.operation('previewReplay'), 'admin', { params, query });
    const { changes } = preview.data as unknown as { changes: number }; // Cast: validated by its own cases.
    assert.ok(changes >= count, 'the changes are counted');
    assert.deepEqual([lane.state, lane.position, lane.backlog], [state, head, changes]);
    assert.ok(newest >= head + count && lane.lagMs >= 0, 'the head has moved on');
    const status = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
    const { subscribers } = status.data as unknown as { subscribers: { id: number; backlog: number; lanes: Lane[] }[] }; // Cast: as above.
    const subscriber = subscribers.find((candidate) => candidate.id === id);
    assert.deepEqual([subscriber?.backlog, subscriber?.lanes[0]?.position], [changes, head]);
    assert.equal((await backend.subscribers.reload(id)).backlog, changes);
  };
  return [
    {
      ...base,
      name: 'stands where it was paused, and counts what comes after',
      request: async (context) => {
        const { backend } = context;
        const { id } = await backend.subscribers.create({ entities: [entity.tag] });
        const params = { subscriberId: id, entity: entity.tag };
        await backend.call(backend.operation('pauseLane'), 'admin', { params });
        head = (await laneOf(context, id)).lane.position;
        await change(context);
        return { params };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { subscriber } = data as unknown as { subscriber: { id: number; url: string; active: boolean } }; // Cast: validated.
          assert.deepEqual([subscriber.url, subscriber.active], ['http://127.0.0.1:9/changes', true]);
          await until(() => assertStanding(context, subscriber.id, 'paused'));
        },
      },
    },
    {
      ...base,
      operationId: 'getSyncStatus',
      name: 'says of a subscriber that pulls that it stands at its cursor',
      request: async (context) => {
        const { backend } = context;
        const { id, token } = await backend.subscribers.create({ url: null, entities: [entity.tag] });
        await change(context);
        const cursor = await headOf(context);
        const query = { cursor: String(cursor) };
        await backend.callWith(token, backend.operation('listChanges'), { query });
        await until(async () => {
          const { lane } = await laneOf(context, id);
          assert.deepEqual([lane.position, lane.backlog], [cursor, 0]);
          assert.ok(lane.lastSuccess, 'the pull is its last success');
        });
        return {};
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const status = data as unknown as { time: string; head: number; oldest: number; unsequenced: number }; // Cast: validated.
          assert.ok(Math.abs(Date.parse(status.time) - Date.now()) < 60_000, status.time);
          assert.ok(status.head >= status.oldest && status.oldest >= 1, 'the head comes after the oldest');
        },
      },
    },
    {
      ...base,
      operationId: 'skipChange',
      name: 'leaves out a change, and says who did and why',
      request: async (context) => {
        const { backend, record, records } = context;
        const { id } = await backend.subscribers.create({ entities: [entity.tag] });
        await records.update(entity, record, 'editor');
        const params = { subscriberId: id, entity: entity.tag };
        const current = await until(async () => {
          const { lane, current: standing } = await laneOf(context, id);
          assert.ok(lane.attempts > 0 && standing, 'it stands at a change');
          return standing;
        }, 10_000);
        return { params, body: { position: current.position, reason: 'cannot be taken' } };
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const { backend } = context;
          const { data } = await backend.call(backend.operation('listSubscribers'), 'admin', {
            query: { q: 'sample-', sort: '-createTime' },
          });
          const [subscriber] = data.items as RecordData[]; // Cast: validated by its own cases.
          const params = { id: subscriber?.id ?? 0 };
          const query = { outcome: 'skipped' };
          const list = await backend.call(backend.operation('listDeliveries'), 'admin', { params, query });
          const [delivery] = list.data.items as { reason: string; actor: string; outcome: string }[]; // Cast: as above.
          assert.deepEqual(
            [delivery?.outcome, delivery?.reason, delivery?.actor],
            ['skipped', 'cannot be taken', context.username('admin')],
          );
        },
      },
    },
  ];
}
