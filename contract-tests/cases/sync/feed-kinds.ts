import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type FeedItem, headOf, readFeed } from '../../suite/features/pushes.ts';
import { requireRecord } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseNdjson } from '../../suite/requests/files.ts';
import { until } from '../../suite/until.ts';
import { NotTried } from '../../suite/verdict.ts';

/** Tests that the feed has the kinds that are asked for and no others, on changes that the case has made of two of them. */
export function feedKindCases([first, second, third]: TestedEntity[]): Case[] {
  if (!first || !second || !third) return [];
  const base = { entity: first, needs: { role: 'admin', recordState: 'pending' as const } };
  let head = 0;
  /** Changes a record of the first and makes one of the second kind, and waits until both have their places. */
  const change = async (context: CaseContext): Promise<void> => {
    const { records, record } = context;
    head = await headOf(context);
    const created = await records.create(second, 'pending', 'editor');
    await records.update(first, record, 'editor');
    await until(async () => {
      const items = await readFeed(context, head, 1000);
      for (const [tag, id] of [
        [first.tag, record.id],
        [second.tag, created.id],
      ])
        assert.ok(
          items.some(({ entity, recordId }) => entity === tag && recordId === id),
          `the change of ${tag} has come`,
        );
    }, 60_000);
  };
  const own = (items: FeedItem[], { record, records }: CaseContext) =>
    items
      .filter(({ entity, recordId }) =>
        entity === first.tag
          ? recordId === record.id
          : entity === second.tag && recordId === records.lastCreated(second).id,
      )
      .map(({ entity }) => entity);
  const kinds = [
    { entities: [first.tag] },
    { entities: [second.tag] },
    { entities: [second.tag, first.tag] },
    { entities: [third.tag] },
  ];
  return [
    ...kinds.map(
      ({ entities }): Case => ({
        ...base,
        operationId: 'listChanges',
        name: `has the changes of ${entities.join(' and ')} only, where these are asked for`,
        request: async (context) => {
          await change(context);
          return { query: { cursor: head, entities: entities.join(), limit: 1000 } };
        },
        expect: {
          status: 200,
          check: async ({ data }, context) => {
            const items = data.items as FeedItem[]; // Cast: validated before.
            assert.ok(
              items.every(({ entity }) => entities.includes(entity)),
              'no other kind is there',
            );
            const expected = [second.tag, first.tag].filter((tag) => entities.includes(tag));
            assert.deepEqual(own(items, context), expected);
            const paged = await readFeed(context, head, 1, undefined, { entities: entities.join() });
            assert.deepEqual(own(paged, context), expected, 'on pages of one too');
            assert.ok(paged.every(({ entity }) => entities.includes(entity)));
          },
        },
      }),
    ),
    {
      ...base,
      operationId: 'listChanges',
      name: 'has every kind where none is asked for, and no change before the cursor',
      request: async (context) => {
        await change(context);
        return { query: { cursor: head, limit: 1000 } };
      },
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const items = data.items as FeedItem[]; // Cast: validated before.
          assert.deepEqual(own(items, context), [second.tag, first.tag]);
          assert.ok(items.every(({ position }) => position > head));
          const last = items.at(-1)?.position;
          if (!data.more) assert.ok(Number(data.nextCursor) >= Number(last), 'the next page goes on after this one');
        },
      },
    },
    {
      ...base,
      operationId: 'listChanges',
      name: 'narrows the kinds of a subscriber to those that are asked for',
      request: async (context) => {
        await change(context);
        const { token } = await context.backend.subscribers.create({ url: null, entities: [first.tag, second.tag] });
        const query = { cursor: head, entities: second.tag, limit: 1000 };
        return { query, headers: { authorization: `Bearer ${token}` } };
      },
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const items = data.items as FeedItem[]; // Cast: validated before.
          assert.deepEqual([...new Set(items.map(({ entity }) => entity))], [second.tag]);
          assert.deepEqual(own(items, context), [second.tag]);
        },
      },
    },
    {
      ...base,
      operationId: 'getChangesSnapshot',
      name: 'has the records of the kinds that are asked for only, and names these',
      request: async (context) => {
        await change(context);
        return { query: { entities: `${first.tag},${third.tag}` } };
      },
      expect: {
        status: 200,
        check: ({ body }, { record }) => {
          const lines = parseNdjson(String(body));
          const [begin, end] = [lines[0], lines.at(-1)];
          assert.deepEqual(begin?.entities, [first.tag, third.tag]);
          const records = lines.slice(1, -1);
          assert.ok(
            records.every(({ type, entity }) => type === 'record' && [first.tag, third.tag].includes(String(entity))),
          );
          const own = records.find(({ entity, recordId }) => entity === first.tag && recordId === record.id);
          assert.equal(Object(own?.record).version, record.version + 1, 'it is the latest version');
          assert.deepEqual([end?.type, end?.records], ['end', records.length]);
        },
      },
    },
    expiredCase(),
    epochCase(first),
  ];
}

/** Only where changes have been removed: on a backend that has been in use for longer than it keeps them. */
function expiredCase(): Case {
  return {
    operationId: 'listChanges',
    name: 'refuses a cursor after which changes were removed',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
      const { oldest } = data as unknown as { oldest: number }; // Cast: validated by its own cases.
      if (!(oldest > 2)) throw new NotTried('no change has been removed yet');
      return { query: { cursor: String(oldest - 2) } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/query/cursor expired'] },
  };
}

/** Tests that the feed, its snapshot and the changes in it are of one epoch. */
function epochCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'getChangesSnapshot',
    name: 'has the epoch and the version of the feed, which goes on after its cursor',
    needs: { role: 'admin', recordState: 'pending' },
    request: () => ({ query: { entities: entity.tag } }),
    expect: {
      status: 200,
      check: async ({ body }, context) => {
        const { cursor, epoch, schema } = parseNdjson(String(body))[0] ?? {};
        const { id } = requireRecord(await context.records.update(entity, context.record, 'editor'));
        const item = await until(async () => {
          const items = await readFeed(context, String(cursor), 1000, undefined, { entities: entity.tag });
          const found = items.find(({ recordId, action }) => recordId === id && action === 'update');
          assert.ok(found, 'the change has not come yet');
          return found;
        }, 60_000);
        assert.deepEqual([Object(item).epoch, item.schema], [epoch, schema]);
        const { backend } = context;
        const page = await backend.call(backend.operation('listChanges'), 'admin', {
          query: { cursor: String(cursor), limit: 1 },
        });
        assert.equal(Object(page.data).epoch, epoch);
      },
    },
  };
}
