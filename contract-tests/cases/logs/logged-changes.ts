import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { bulkChangeOf, waitForEnd } from '../../suite/features/bulk-changes.ts';
import { sequenced } from '../../suite/features/pushes.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../suite/records/tested-entity.ts';
import { parseNdjson } from '../../suite/requests/files.ts';
import type { LogEntryData, RecordData } from '../../suite/requests/response-data.ts';

interface Task {
  id: number;
  kind: string;
  import: object | null;
  entities: string[];
  changes: number;
  actor: string;
  firstTime: string;
  lastTime: string;
}

interface Item {
  entry: LogEntryData | null;
  task: Task | null;
}

type Query = Record<string, string | number>;

async function entriesOf({ backend }: CaseContext, query: Query): Promise<LogEntryData[]> {
  const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
  return data.items as LogEntryData[]; // Cast: validated by its own cases.
}

/** Tests what the log says of renamed, deleted and proposed records, and of what a task changed. */
export function loggedChangeCases([entity]: TestedEntity[]): Case[] {
  if (!entity || entity.review === 'none') return [];
  return [proposerCase(entity), ...renameCases(entity), deletedCase(entity), ...taskCases(entity)];
}

function proposerCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'listDataLogs',
    name: 'names who proposed a change that somebody else approved, and its reason',
    needs: { role: 'admin', recordState: 'update proposed' },
    request: async (context) => {
      const body = { decision: 'approve', reason: 'as proposed' };
      await context.call('decide', 'reviewer', { ...context.proposalTarget, body });
      // Its place in the feed is given to it later.
      await sequenced(context);
      return { query: { entity: entity.tag, recordId: context.record.id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const [entry, earlier] = data.items as LogEntryData[]; // Cast: validated before.
        assert.deepEqual(
          [entry?.action, entry?.actor, entry?.proposer, entry?.reason],
          ['update', context.username('reviewer'), context.username('editor'), 'as proposed'],
        );
        assert.deepEqual(entry?.changes, context.proposal.changes);
        assert.equal(earlier?.proposer, undefined, 'nobody proposed what was done at once');
        const { backend } = context;
        const params = { seq: entry?.seq ?? 0 };
        const found = await backend.call(backend.operation('getDataLog'), 'admin', { params });
        assert.deepEqual(Object(found.data).entry, entry, 'it is read as it is listed');
        const query = { format: 'ndjson', entity: entity.tag, recordId: context.record.id };
        const { body } = await backend.call(backend.operation('exportDataLogs'), 'admin', { query });
        assert.equal(parseNdjson(String(body))[0]?.proposer, context.username('editor'));
      },
    },
  };
}

/** Renames the code of the record of a case twice, and returns the codes that it had. */
async function renameTwice(context: CaseContext): Promise<string[]> {
  const { entity, records } = context;
  let { record } = context;
  const codes = [String(record.code)];
  for (const _ of [1, 2]) {
    const { code } = await records.freshBody(entity);
    const body = { ...unchangedBody(entity, record), code };
    const { data } = await context.call('update', 'editor', { ...versionedTarget(record), body });
    record = requireRecord(data.record);
    codes.push(String(record.code));
  }
  return codes;
}

function renameCases(entity: TestedEntity): Case[] {
  let codes: string[] = [];
  let from = '';
  return ['listDataLogs', 'exportDataLogs'].map((operationId) => ({
    entity,
    operationId,
    name: 'finds each change by the code that the record had then',
    needs: { role: 'admin', recordState: 'pending' },
    request: async (context) => {
      from = String(context.record.createTime);
      codes = await renameTwice(context);
      const query = { entity: entity.tag, recordId: context.record.id, code: codes[1] ?? '' };
      return { query: operationId === 'exportDataLogs' ? { ...query, format: 'ndjson' } : query };
    },
    expect: {
      status: 200,
      check: async ({ data, body }, context) => {
        const isExport = operationId === 'exportDataLogs';
        const items = (isExport ? parseNdjson(String(body)) : data.items) as LogEntryData[]; // Cast: validated before.
        const all = await entriesOf(context, { entity: entity.tag, recordId: context.record.id });
        const ofCode = (code: string | undefined) => all.filter((entry) => entry.code === code).map(({ seq }) => seq);
        assert.deepEqual(new Set(all.map(({ code }) => code)), new Set(codes), 'each change has the code of then');
        assert.deepEqual(
          items.map(({ seq }) => seq),
          ofCode(codes[1]),
        );
        for (const code of codes) {
          const found = await entriesOf(context, { entity: entity.tag, code, from, limit: 100 });
          const own = found.filter(({ recordId }) => recordId === context.record.id).map(({ seq }) => seq);
          assert.deepEqual(own, ofCode(code), `the code ${code}`);
        }
      },
    },
  }));
}

/** Tests that the log of a deleted record says that it is gone, and which version it has once it is back. */
function deletedCase(entity: TestedEntity): Case {
  let entries: LogEntryData[] = [];
  return {
    entity,
    operationId: 'getDataLog',
    name: 'has no version of a deleted record, and that of today of a restored one',
    needs: { role: 'admin', recordState: 'deleted' },
    request: async (context) => {
      entries = await entriesOf(context, { entity: entity.tag, recordId: context.record.id });
      return { params: { seq: entries[0]?.seq ?? 0 } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const found = data as unknown as Found; // Cast: validated.
        const { record } = context;
        assert.deepEqual(
          [found.entry.action, found.recordVersion, found.before?.id, found.after],
          ['delete', null, record.id, null],
        );
        assert.ok(
          entries.every(({ exists }) => !exists),
          'the record is gone',
        );
        const [deletion] = entries;
        assert.deepEqual([deletion?.code, deletion?.name], [record.code, record.name], 'the name is kept');
        const input = { params: { id: record.id }, body: { version: 1 } };
        const restored = await context.call('restore', 'editor', input);
        const { version } = requireRecord(restored.data.record);
        context.records.track(entity, requireRecord(restored.data.record));
        const { backend } = context;
        for (const { seq } of entries) {
          const again = await backend.call(backend.operation('getDataLog'), 'admin', { params: { seq } });
          const { recordVersion, entry } = again.data as unknown as Found; // Cast: as above.
          assert.deepEqual([recordVersion, entry.exists], [version, true], entry.action);
        }
      },
    },
  };
}

interface Found {
  entry: LogEntryData;
  recordVersion: number | null;
  before: RecordData | null;
  after: RecordData | null;
}

/** Tests that everything that a task changed is one item of the folded log. */
function taskCases(entity: TestedEntity): Case[] {
  if (entity.searchField !== 'name') return [];
  const count = 3;
  let task = 0;
  let from = '';
  /** Lets a task activate some records, between two changes that no task makes. */
  const activate = async (context: CaseContext): Promise<void> => {
    const { records } = context;
    const name = `Q${randomBytes(5).toString('hex')}`;
    for (let index = 0; index < count; index += 1) {
      const created = await records.create(entity, 'approved', 'editor', { ...(await context.freshBody()), name });
      if (index === 0) from = String(created.createTime);
    }
    const body = { action: 'activate', total: count };
    const response = await context.call('bulkMatching', 'reviewer', { query: { name }, body });
    task = bulkChangeOf(response).id;
    await waitForEnd(context, task);
    await records.create(entity, 'pending', 'editor');
  };
  const base = { entity, needs: { role: 'admin' } };
  const assertTask = (found: Task | null | undefined, context: CaseContext, entries: LogEntryData[]) => {
    const times = entries.map(({ time }) => time).toSorted();
    assert.deepEqual(found, {
      id: task,
      kind: 'bulkChange',
      import: null,
      entities: [entity.tag],
      changes: count,
      actor: context.username('reviewer'),
      firstTime: times[0],
      lastTime: times.at(-1),
    });
  };
  return [
    {
      ...base,
      operationId: 'listDataLogs',
      name: 'finds exactly what a task changed, and says which task that was',
      request: async (context) => {
        await activate(context);
        return { query: { task } };
      },
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const entries = data.items as LogEntryData[]; // Cast: validated before.
          assert.deepEqual(
            entries.map(({ action, actor }) => [action, actor]),
            Array(count).fill(['activate', context.username('reviewer')]),
          );
          assert.equal(new Set(entries.map(({ recordId }) => recordId)).size, count);
          assert.equal(data.total, count);
          assertTask(Object(data).task, context, entries);
        },
      },
    },
    {
      ...base,
      operationId: 'listFoldedDataLogs',
      name: 'has what a task changed as one item, beside the changes that no task made',
      request: async (context) => {
        await activate(context);
        return { query: { entity: entity.tag, from, limit: 100 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const items = data.items as Item[]; // Cast: validated before.
          const [newest] = items;
          assert.deepEqual(
            [newest?.entry?.action, newest?.entry?.recordId],
            ['create', context.records.lastCreated(entity).id],
          );
          const folded = items.filter((item) => item.task?.id === task);
          assert.equal(folded.length, 1);
          const changed = await entriesOf(context, { task });
          assertTask(folded[0]?.task, context, changed);
          const seqs = new Set(changed.map(({ seq }) => seq));
          assert.ok(!items.some(({ entry }) => entry && seqs.has(entry.seq)), 'none of them is an item of its own');
          const log = await entriesOf(context, { entity: entity.tag, from, limit: 100 });
          const { changes } = data as unknown as { changes: number }; // Cast: validated.
          const stood = items.reduce((sum, item) => sum + (item.task?.changes ?? 1), 0);
          if (data.nextCursor === null) assert.deepEqual([changes, stood], [log.length, log.length]);
          assert.equal(data.total, data.nextCursor === null ? items.length : data.total);
          const later = { entity: entity.tag, from, actor: context.username('reviewer'), limit: 100 };
          const { backend } = context;
          const own = await backend.call(backend.operation('listFoldedDataLogs'), 'admin', { query: later });
          const actors = (own.data.items as Item[]).map(({ entry, task: made }) => entry?.actor ?? made?.actor); // Cast: as above.
          assert.deepEqual([...new Set(actors)], [context.username('reviewer')]);
        },
      },
    },
  ];
}
