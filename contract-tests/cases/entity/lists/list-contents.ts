import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { labelOf } from '../../../suite/records/labels.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { assertNewCursor } from '../../../suite/requests/pages.ts';
import type { RecordData, ReferenceData } from '../../../suite/requests/response-data.ts';
import { minimalBody } from '../../../suite/values/reduced-bodies.ts';
import { recordsIn } from './listed-records.ts';

/** The log may take the time of a change a moment before or after the record does. */
const MAX_CLOCK_DIFFERENCE_MS = 2000;

type Locales = Record<string, { name: string; aliases?: string[] }>;

const hasLocales = ({ fields }: TestedEntity) => fields.some(({ path }) => path[0] === 'locales');

const locales: Locales = {
  'zh-CN': { name: '琼瑶玥镇', aliases: ['琼瑶', 'Kxverlorn'] },
  en: { name: 'Qxvalley Town', aliases: ['Qxtown'] },
  de: { name: 'Zqdorf' },
};

/** Returns a body whose names nobody else has, in three languages. */
async function namedBody(context: CaseContext): Promise<Record<string, unknown>> {
  const name = `Q${randomBytes(5).toString('hex')} Qxvalley`;
  return { ...(await context.freshBody()), name, locales };
}

/** Tests that lists hold of a record all that it has, and the names of what it refers to in both languages. */
export function listContentCases(entity: TestedEntity): Case[] {
  return [
    ...(hasLocales(entity) ? [namesCase(entity), searchCase(entity), bestMatchCase(entity)] : []),
    ...entity.references
      .filter(({ path }) => path.length === 1)
      .slice(0, 1)
      .map(({ path, target }) => labelCase(entity, path[0] ?? '', target)),
    countsCase(entity),
    historyCase(entity),
  ];
}

function namesCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'lists the names of a record in every language, with their aliases',
    needs: { role: 'viewer' },
    request: async (context) => {
      const { name } = await context.records.create(entity, 'pending', 'editor', await namedBody(context));
      return { query: { name: String(name) } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        const [row, ...others] = recordsIn(response);
        assert.deepEqual([row?.locales, others], [locales, []]);
        const { data } = await context.call('get', 'viewer', { params: { id: row?.id ?? 0 } });
        assert.deepEqual(data.record?.locales, locales);
        assert.deepEqual(response.data.counts, { pending: 1 });
      },
    },
  };
}

function searchCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'searchRecords',
    name: `tells of a ${entity.tag} that was found its names in every language, its code and its status`,
    needs: { role: 'viewer' },
    request: async (context) => {
      const { name } = await context.records.create(entity, 'rejected', 'editor', await namedBody(context));
      return { query: { q: String(name).split(' ')[0] ?? '' } };
    },
    expect: {
      status: 200,
      check: ({ data }, { records }) => {
        const { id, code = null, name } = records.lastCreated(entity);
        assert.deepEqual(data.items, [{ entity: entity.tag, id, code, name, locales, status: 'rejected' }]);
      },
    },
  };
}

/** The most matches that one search returns. */
const MAX_MATCHES = 50;

/** Tests that among several matches the one whose code it is comes first, and one with the text elsewhere in a name last. */
function bestMatchCase(entity: TestedEntity): Case {
  let code = '';
  return {
    entity,
    operationId: 'searchRecords',
    name: `puts the ${entity.tag} with the code before those with names that hold it`,
    needs: { role: 'viewer' },
    request: async (context) => {
      const names = ['Qxharbour', 'Qxharbour', 'Qxharbour'];
      const exact = await context.records.create(entity, 'pending', 'editor');
      code = String(exact.code);
      for (const name of names)
        await context.records.create(entity, 'pending', 'editor', {
          ...(await context.freshBody()),
          name: `${name} ${code}`,
        });
      return { query: { q: code, limit: MAX_MATCHES } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        // Cast: validated before. A record of another kind may have the same text as another code.
        const items = (data.items as (ReferenceData & { entity: string })[]).filter(
          (item) => item.entity === entity.tag,
        );
        assert.equal(items[0]?.code, code, 'the code comes first');
        // On a filled backend, records of other kinds may take all places.
        if (data.items?.length !== MAX_MATCHES) assert.ok(items.length >= 2, 'there are other matches');
      },
    },
  };
}

/** Tests the names of a record that the items refer to. */
function labelCase(entity: TestedEntity, field: string, target: string): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'names the record that an item refers to in both languages',
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
    request: ({ record }) => ({ query: { [entity.searchField]: String(record[entity.searchField]) } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend, record } = context;
        const code = String(record[field]);
        const reference = entity.references.find(({ path }) => path[0] === field);
        assert.ok(reference, 'there is one');
        const { operations } = backend.referenceTargets.entityOf(reference);
        const found = await backend.call(operations.list, 'viewer', { query: { code, pageSize: 10 } });
        const [referred] = found.data.items as RecordData[]; // Cast: validated by its own cases.
        const expected = labelOf(referred);
        assert.deepEqual(data.labels?.[target]?.[code], expected);
        const single = await context.call('get', 'viewer', { params: { id: record.id } });
        assert.deepEqual(single.data.labels?.[target]?.[code], expected, 'as the record by itself says');
      },
    },
  };
}

/** Tests the numbers beside a list on four records that nothing else matches. */
function countsCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'counts what matches per status under all other filters',
    needs: { role: 'viewer' },
    request: async (context) => {
      const token = `Q${randomBytes(5).toString('hex')}`;
      for (const [body, status] of [
        [await context.freshBody(), 'active'],
        [await context.freshBody(), 'pending'],
        [minimalBody(entity, await context.freshBody()), 'pending'],
        [await context.freshBody(), 'rejected'],
      ] as const)
        await context.records.create(entity, status, 'editor', { ...body, [entity.searchField]: token });
      const hasViews = entity.operations.list.parameters.some(({ name }) => name === 'view');
      // numbers that belong to another list are not those of this one
      await context.call('list', 'viewer', {});
      return { query: { [entity.searchField]: token, status: 'pending', ...(hasViews && { view: 'all' }) } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        const { data } = response;
        assert.deepEqual(data.counts, { active: 1, pending: 2, rejected: 1 }, '/data/counts');
        assert.equal(data.total, 2, '/data/total');
        const rows = recordsIn(response);
        assert.deepEqual(
          rows.map(({ status }) => status),
          ['pending', 'pending'],
        );
        const token = String(rows[0]?.[entity.searchField]);
        const hasViews = entity.operations.list.parameters.some(({ name }) => name === 'view');
        // whatever finds the same records, beside any status
        for (const filter of [{ q: token }, { q: token, [entity.searchField]: token }, { q: token, mine: 'false' }]) {
          for (const status of [{}, { status: 'pending' }, { status: 'active,rejected' }, { status: 'inactive' }]) {
            const all = { ...filter, ...status, ...(hasViews && { view: 'all' }) };
            const found = await context.call('list', 'viewer', { query: all });
            assert.deepEqual(found.data.counts, { active: 1, pending: 2, rejected: 1 }, JSON.stringify(all));
          }
        }
        const query = { [entity.searchField]: token, updatedBy: 'nobody at all' };
        const none = await context.call('list', 'viewer', { query });
        assert.deepEqual([none.data.total, none.data.counts], [0, {}]);
      },
    },
  };
}

/** Tests that each change has the version that it made, on pages of any size. */
function historyCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.history.id,
    name: 'has each version once with what it was before and after, on pages of any size',
    needs: { role: 'viewer', recordState: 'revised', leavesRecordUnchanged: true },
    request: ({ record }) => ({ params: { id: record.id } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { record } = context;
        const changes = data.items as Change[]; // Cast: validated before.
        const versions = Array.from({ length: record.version }, (_, index) => record.version - index);
        assert.deepEqual(
          changes.map(({ version }) => version),
          versions,
        );
        for (const [index, { version, before, after }] of changes.entries()) {
          assert.deepEqual([before?.version ?? 0, after?.version], [version - 1, version]);
          assert.deepEqual(before, changes[index + 1]?.after ?? null, 'it was before as the change before has left it');
        }
        assertTimes(changes);
        assert.deepEqual(changes[0]?.after, record);
        for (const limit of [1, 2]) {
          const read: Change[] = [];
          const cursors = new Set<string>();
          for (let cursor: string | null | undefined; cursor !== null; ) {
            if (cursor) assertNewCursor(cursors, cursor);
            const query = { limit, ...(cursor && { cursor }) };
            const page = await context.call('history', 'viewer', { params: { id: record.id }, query });
            read.push(...(page.data.items as Change[])); // Cast: as above.
            assert.equal(page.data.total, record.version);
            cursor = page.data.nextCursor ?? null;
          }
          assert.deepEqual(read, changes, `pages of ${limit}`);
        }
      },
    },
  };
}

/** Asserts that each change has about the time at which the record says that it was changed, and not all have the same. */
function assertTimes(changes: Change[]): void {
  const updateTimes = changes.map(({ after }) => String(after?.updateTime));
  for (const [index, { time }] of changes.entries())
    assert.ok(
      Math.abs(Date.parse(time) - Date.parse(updateTimes[index] ?? '')) <= MAX_CLOCK_DIFFERENCE_MS,
      `/data/items/${index}/time: ${time} is about when the record was changed, at ${updateTimes[index]}`,
    );
  if (updateTimes[0] !== updateTimes.at(-1))
    assert.notEqual(changes[0]?.time, changes.at(-1)?.time, '/data/items/0/time: it is not that of the first change');
}

interface Change {
  version: number;
  time: string;
  before: RecordData | null;
  after: RecordData | null;
}
