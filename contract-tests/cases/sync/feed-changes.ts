import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type FeedItem, headOf, readFeed } from '../../suite/features/pushes.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { unchangedBody } from '../../suite/records/tested-entity.ts';
import { send } from '../../suite/requests/client.ts';
import { parseNdjson } from '../../suite/requests/files.ts';
import { readAllPages, reader } from '../../suite/requests/pages.ts';
import type { ChangeData, RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

/** Lets a record live: it is changed, approved, activated, deactivated and deleted. Returns the position before all of it. */
async function liveAndDie(context: CaseContext): Promise<number> {
  const { entity, record, records } = context;
  const head = await headOf(context);
  const changed = await records.update(entity, record, 'editor');
  const active = await records.transition(entity, await records.transition(entity, changed, 'approve'), 'activate');
  const inactive = await records.transition(entity, active, 'deactivate');
  await context.call('remove', 'admin', versionedTarget(inactive));
  await until(async () => {
    const items = await readFeed(context, head, 1000);
    assert.ok(
      items.some(({ recordId, entity: tag, deleted }) => recordId === record.id && tag === entity.tag && deleted),
      'the change has not come yet',
    );
  });
  return head;
}

const actions = ['update', 'approve', 'activate', 'deactivate', 'delete'];

/** Tests the feed on changes that the case itself has made. */
export function feedChangeCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  const city = entities.find(({ tag }) => tag === 'city');
  if (!entity || !city) return [];
  const base = { entity, operationId: 'listChanges', needs: { role: 'admin', recordState: 'pending' as const } };
  const ofRecord = (items: FeedItem[], { record }: CaseContext) =>
    items.filter(({ recordId, entity: tag }) => recordId === record.id && tag === entity.tag);
  let head = 0;
  const afterLife = async (context: CaseContext) => {
    head = await liveAndDie(context);
    return { query: { cursor: String(head), limit: 1000 } };
  };
  return [
    {
      ...base,
      name: 'has every change of a record once, in order, as it was saved, and a tombstone at the end',
      request: afterLife,
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const items = ofRecord(data.items as FeedItem[], context); // Cast: validated before.
          assert.deepEqual(
            items.map(({ action }) => action),
            actions,
          );
          const history = await context.call('history', 'admin', { params: { id: context.record.id } });
          const changes = (history.data.items as ChangeData[]).toReversed().slice(1); // Cast: validated by its own cases.
          for (const [index, item] of items.entries()) {
            const change = changes[index];
            assert.deepEqual([item.version, item.schema, item.code], [change?.version, 1, context.record.code]);
            assert.deepEqual(item.record, change?.after ?? null, `the record of ${item.action}`);
            assert.equal(item.deleted, item.action === 'delete');
          }
          assert.equal(new Set(items.map(({ id }) => id)).size, actions.length);
        },
      },
    },
    {
      ...base,
      name: 'has the same changes with the same ids on pages of any size, without gaps',
      request: afterLife,
      expect: {
        status: 200,
        check: async (_, context) => {
          const whole = ofRecord(await readFeed(context, head, 1000), context);
          for (const limit of [1, 2, 3]) {
            const items = ofRecord(await readFeed(context, head, limit), context);
            assert.deepEqual(items, whole, `pages of ${limit}`);
          }
          const positions = whole.map(({ position }) => position);
          assert.deepEqual(
            positions,
            positions.toSorted((a, b) => a - b),
          );
          const { backend } = context;
          const [first] = whole;
          const query = { cursor: String((first?.position ?? 1) - 1), limit: 1 };
          const { data } = await backend.call(backend.operation('listChanges'), 'admin', { query });
          assert.deepEqual(data.items, [first], 'a page begins right after its cursor');
          assert.deepEqual([data.nextCursor, data.more], [String(first?.position), true]);
        },
      },
    },
    {
      ...base,
      name: 'says that there is no more at the end, from where a client goes on later',
      request: async (context) => ({ query: { cursor: String(await headOf(context)), entities: 'cabin' } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          assert.deepEqual([data.items, data.more], [[], false]);
          assert.match(String(data.nextCursor), /^\d+$/);
        },
      },
    },
    {
      ...base,
      name: 'refuses a cursor that the feed has not reached',
      request: () => ({ query: { cursor: '999999999999999' } }),
      expect: { status: 422, key: 'validationError', fields: ['/query/cursor beyondHead'] },
    },
    statusFilterCase(entity, ofRecord),
    countryFilterCase(city),
    renameCase(entity, city),
    snapshotCase(entity),
    earlierTokenCase(entity),
  ];
}

/** Tests that a subscriber gets what passes its filter, and a tombstone of what no longer does. */
function statusFilterCase(
  entity: TestedEntity,
  ofRecord: (items: FeedItem[], context: CaseContext) => FeedItem[],
): Case {
  return {
    entity,
    operationId: 'listChanges',
    name: 'gives a subscriber the records of its filter, and a tombstone of each that leaves it',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => ({ query: { cursor: String(await liveAndDie(context)), limit: 1000 } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend } = context;
        const [first] = ofRecord(data.items as FeedItem[], context); // Cast: validated before.
        const filter = { statuses: ['active'] };
        const { token } = await backend.subscribers.create({ url: null, entities: [entity.tag], filter });
        const items = ofRecord(await readFeed(context, (first?.position ?? 1) - 1, 100, token), context);
        const shown = items.filter(({ record }) => record !== null);
        assert.deepEqual(
          shown.map(({ action, record }) => [action, record?.status]),
          [['activate', 'active']],
        );
        const left = items.find(({ action }) => action === 'deactivate');
        assert.deepEqual([left?.deleted, left?.record], [true, null]);
      },
    },
  };
}

function countryFilterCase(city: TestedEntity): Case {
  return {
    entity: city,
    operationId: 'listChanges',
    name: 'gives a subscriber the records of its countries only',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => {
      const { backend, entity, record, records } = context;
      const head = await headOf(context);
      const other = await backend.referenceTargets.findOrCreateOther('country', record.country, records);
      const filter = { countries: [String(other.code)] };
      const { token } = await backend.subscribers.create({ url: null, entities: [entity.tag], filter });
      await records.update(entity, record, 'editor');
      const moved = { ...(await records.freshBody(entity)), country: other.code, cnCode: null };
      const second = await records.create(entity, 'pending', 'editor', moved);
      await until(async () => {
        const items = await readFeed(context, head, 1000);
        assert.ok(
          items.some(({ recordId, entity: tag }) => recordId === second.id && tag === entity.tag),
          'the change has not come yet',
        );
      });
      return { query: { cursor: String(head), limit: 1000 }, headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: ({ data }, { record, records, entity }) => {
        const items = data.items as FeedItem[]; // Cast: validated before.
        const shown = items.filter((item) => item.record !== null).map(({ recordId }) => recordId);
        assert.ok(shown.includes(records.lastCreated(entity).id), 'a city of the country is there');
        assert.ok(!shown.includes(record.id), 'a city of another country is not');
      },
    },
  };
}

/** Tests that whatever refers to a renamed record comes after it with the new code. */
function renameCase(entity: TestedEntity, city: TestedEntity): Case {
  let head = 0;
  return {
    entity,
    operationId: 'listChanges',
    name: 'has an update of each record that refers to a renamed one, after it',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => {
      const { record, records } = context;
      const cityBody = { ...(await records.freshBody(city)), country: record.code, cnCode: null };
      const referrer = await records.create(city, 'pending', 'editor', cityBody);
      head = await headOf(context);
      const { code } = await records.freshBody(entity);
      const body = { ...unchangedBody(entity, record), code };
      await context.call('update', 'editor', { ...versionedTarget(record), body });
      await until(async () => {
        const items = await readFeed(context, head, 1000);
        assert.ok(
          items.some((item) => item.recordId === referrer.id && item.entity === city.tag && item.action === 'update'),
          'the change has not come yet',
        );
      });
      return { query: { cursor: String(head), limit: 1000 } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const items = data.items as FeedItem[]; // Cast: validated before.
        const renamed = items.findIndex(
          ({ recordId, entity: tag }) => recordId === context.record.id && tag === entity.tag,
        );
        const { id } = context.records.lastCreated(city);
        const follower = items.findIndex(
          (item) => item.recordId === id && item.entity === city.tag && item.action === 'update',
        );
        assert.ok(renamed >= 0 && follower > renamed, 'the record that refers follows');
        assert.deepEqual([items[follower]?.action, items[follower]?.record?.country], ['update', items[renamed]?.code]);
      },
    },
  };
}

/** Tests that a snapshot holds exactly what the list does, and that the feed goes on after its cursor. */
function snapshotCase(entity: TestedEntity): Case {
  const ids = (records: { id: number }[]) => records.map(({ id }) => id).toSorted((a, b) => a - b);
  return {
    entity,
    operationId: 'getChangesSnapshot',
    name: 'holds every record as the list does, and the feed goes on after it',
    needs: { role: 'admin', recordState: 'pending' },
    request: () => ({ query: { entities: entity.tag } }),
    expect: {
      status: 200,
      check: async (_, context) => {
        const { backend, record } = context;
        const lines = await until(async () => {
          const { body } = await backend.call(backend.operation('getChangesSnapshot'), 'admin', {
            query: { entities: entity.tag },
          });
          const read = parseNdjson(String(body)) as { recordId?: number; record?: RecordData; cursor?: string }[]; // Cast: as documented.
          const { items } = await readAllPages<RecordData>(reader(backend, entity.operations.list, 'admin'), {}, 100);
          const inSnapshot = read.flatMap((line) => (line.record ? [line.record] : []));
          assert.deepEqual(ids(inSnapshot), ids(items));
          const byId = new Map(inSnapshot.map((line) => [line.id, line]));
          for (const item of items) assert.deepEqual(byId.get(item.id), item);
          return read;
        });
        const cursor = String(lines[0]?.cursor);
        const before = await readFeed(context, cursor, 100, undefined, { entities: entity.tag });
        assert.ok(
          !before.some(({ recordId }) => recordId === record.id),
          'what the snapshot holds does not come again',
        );
        await context.records.update(entity, requireRecord(record), 'editor');
        await until(async () => {
          const after = await readFeed(context, cursor, 100, undefined, { entities: entity.tag });
          assert.deepEqual(
            after.filter(({ recordId }) => recordId === record.id).map(({ action }) => action),
            ['update'],
          );
        });
      },
    },
  };
}

/** Tests that a cursor of a subscriber says how far it got, and that a replaced token is told until when it is good. */
function earlierTokenCase(entity: TestedEntity): Case {
  let subscriber = { id: 0, token: '' };
  return {
    entity,
    operationId: 'exchangeSubscriberToken',
    name: 'keeps the earlier token for a day, and one before that no longer',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const { id, token } = await backend.subscribers.create({ url: null, entities: [entity.tag] });
      subscriber = { id, token };
      return { params: { id } };
    },
    expect: {
      status: 200,
      check: async ({ data, headers }, { backend }) => {
        const { earlierUntil } = data as unknown as { earlierUntil: string }; // Cast: validated before.
        const hours = (Date.parse(earlierUntil) - Date.parse(headers.get('date') ?? '')) / 3_600_000;
        assert.ok(Math.abs(hours - 24) < 0.1, `the earlier token is good for ${hours} hours`);
        assert.equal((await backend.subscribers.reload(subscriber.id)).earlierTokenUntil, earlierUntil);
        const params = { id: subscriber.id };
        await backend.call(backend.operation('exchangeSubscriberToken'), 'admin', { params });
        const { status } = await send(backend.address.url, backend.operation('listChanges'), {}, subscriber.token);
        assert.equal(status, 401, 'only one earlier token is good');
      },
    },
  };
}
