import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type BulkChangeData, bulkChangeOf, waitForEnd } from '../../suite/features/bulk-changes.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseCsv } from '../../suite/requests/files.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { changedBody } from '../../suite/values/changed-body.ts';
import { withoutField } from '../../suite/values/reduced-bodies.ts';

interface Cause {
  cause: string;
  fields: string[];
  count: number;
  records: { id: number; code: string | null; name: string | null; locales: object }[];
}

interface Report extends BulkChangeData {
  causes: Cause[];
}

const newToken = () => `Q${randomBytes(5).toString('hex')}`;

/** What became of each record that an action was to change. */
interface Prepared {
  query: Record<string, string>;
  /** The records that are left, by cause. */
  left: Record<string, RecordData[]>;
  done: RecordData[];
}

async function create(context: CaseContext, token: string, status: string, author = 'editor', body = {}) {
  const values = { ...(await context.freshBody()), name: `${token} ${status}`, locales: {}, ...body };
  return context.records.create(context.entity, status, author, values);
}

/** Approves records of which some are incomplete, in another status, or the caller’s own work. */
async function prepareApproval(context: CaseContext): Promise<Prepared> {
  const { entity } = context;
  const token = newToken();
  const [required = ''] = entity.requiredToApprove;
  const incomplete = async () =>
    withoutField(entity, { ...(await context.freshBody()), name: `${token} incomplete`, locales: {} }, required);
  return {
    query: { name: token },
    done: [await create(context, token, 'pending'), await create(context, token, 'pending')],
    left: {
      incomplete: [
        await create(context, token, 'pending', 'editor', await incomplete()),
        await create(context, token, 'pending', 'editor', await incomplete()),
        await create(context, token, 'pending', 'editor', await incomplete()),
      ],
      otherStatus: [await create(context, token, 'active'), await create(context, token, 'rejected')],
      ownWork: [await create(context, token, 'pending', 'admin')],
    },
  };
}

/** Deletes records of which one is referred to, and one has somebody else’s open proposal. */
async function prepareDeletion(context: CaseContext, city: TestedEntity): Promise<Prepared> {
  const { entity, records } = context;
  const token = newToken();
  const referred = await create(context, token, 'pending');
  await records.create(city, 'pending', 'editor', {
    ...(await records.freshBody(city)),
    country: referred.code,
    cnCode: null,
  });
  const proposed = await create(context, token, 'active');
  await context.call('update', 'editor', { ...versionedTarget(proposed), body: changedBody(entity, proposed) });
  return {
    query: { name: token },
    done: [await create(context, token, 'pending')],
    left: { inUse: [referred], proposalOpen: [proposed] },
  };
}

const causesOf = ({ left }: Prepared): [string, number[]][] =>
  Object.entries(left).map(([cause, records]) => [cause, records.map(({ id }) => id)]);

const ended = async (context: CaseContext, id: number): Promise<Report> =>
  (await waitForEnd(context, id, 'admin')) as Report; // Cast: validated against the contract before.

/** Tests why an action leaves records, in its report and in the file of what was left. */
export function bulkChangeCauseCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  const city = entities.find(({ tag }) => tag === 'city');
  if (entity?.searchField !== 'name' || entity.review === 'none' || !city) return [];
  const pointers = [`/${entity.requiredToApprove[0]}`];
  let prepared: Prepared;
  const assertLeft = (report: Report) => {
    const { total, done, left, causes } = report;
    const expected = causesOf(prepared);
    const count = expected.flatMap(([, ids]) => ids).length;
    assert.deepEqual([total, done, left], [prepared.done.length + count, prepared.done.length, count]);
    assert.deepEqual(
      causes.map(({ cause, records }) => [cause, records.map(({ id }) => id).toSorted((a, b) => a - b)]).toSorted(),
      expected.toSorted(),
    );
    const counts = causes.map((item) => item.count);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
      'the most frequent cause comes first',
    );
    for (const { cause, fields, count: causeCount, records } of causes) {
      assert.equal(causeCount, records.length, `the count of ${cause}`);
      assert.deepEqual(fields, cause === 'incomplete' ? pointers : [], `the fields of ${cause}`);
      const [expectedRecord] = (prepared.left[cause] ?? []).filter(({ id }) => id === records[0]?.id);
      const { id, code, name, locales } = Object(expectedRecord);
      assert.deepEqual(records[0], { id, code, name, locales }, `the first record of ${cause}`);
    }
  };
  const matching = { entity, operationId: entity.operations.bulkMatching.id, needs: { role: 'admin' } };
  return [
    {
      ...matching,
      name: 'says of each record that is not approved why, most frequent cause first',
      request: async (context) => {
        prepared = await prepareApproval(context);
        return { query: prepared.query, body: { action: 'approve', total: 8 } };
      },
      expect: {
        status: 202,
        check: async (response, context) => {
          const report = await ended(context, bulkChangeOf(response).id);
          assertLeft(report);
          const rows = await context.call('list', 'viewer', { query: { ...prepared.query, status: 'approved' } });
          const ids = (rows.data.items as RecordData[]).map(({ id }) => id); // Cast: validated by its own cases.
          assert.deepEqual(
            ids.toSorted((a, b) => a - b),
            prepared.done.map(({ id }) => id),
          );
        },
      },
    },
    {
      ...matching,
      name: 'says of each record that is not deleted why',
      request: async (context) => {
        prepared = await prepareDeletion(context, city);
        return { query: prepared.query, body: { action: 'delete', total: 3 } };
      },
      expect: {
        status: 202,
        check: async (response, context) => assertLeft(await ended(context, bulkChangeOf(response).id)),
      },
    },
    {
      entity,
      operationId: 'exportLeftRecords',
      name: 'has the cause of each record in words, and the fields that it lacks for approval',
      needs: { role: 'admin' },
      request: async (context) => {
        prepared = await prepareApproval(context);
        const input = { query: prepared.query, body: { action: 'approve', total: 8 } };
        const { id } = await ended(context, bulkChangeOf(await context.call('bulkMatching', 'admin', input)).id);
        return { params: { id }, query: { language: 'en' } };
      },
      expect: {
        status: 200,
        check: ({ bytes }) => {
          const { headings, rows } = parseCsv(bytes);
          const cell = (row: string[], name: string) => row[headings.indexOf(name)] ?? '';
          const records = Object.values(prepared.left)
            .flat()
            .toSorted((a, b) => a.id - b.id);
          assert.deepEqual(
            rows.map((row) => [cell(row, 'id'), cell(row, 'code'), cell(row, 'name')]),
            records.map(({ id, code, name }) => [String(id), code, name]),
          );
          const causes = new Map<string, Set<string>>();
          for (const row of rows) {
            const [cause = ''] =
              Object.entries(prepared.left).find(([, list]) => list.some(({ id }) => String(id) === cell(row, 'id'))) ??
              [];
            causes.set(cause, (causes.get(cause) ?? new Set()).add(cell(row, 'cause')));
            assert.equal(
              cell(row, 'fields') !== '',
              cause === 'incomplete',
              `the fields of a record that is left as ${cause}`,
            );
          }
          const words = [...causes.values()].flatMap((texts) => [...texts]);
          assert.deepEqual([words.length, new Set(words).size], [3, 3], `each cause has one text: ${words.join('; ')}`);
        },
      },
    },
    changedMeanwhileCase(entity),
  ];
}

/** Tests that a record that somebody changes before its turn stays as it is: of single versions, which are as they were seen. */
function changedMeanwhileCase(entity: TestedEntity): Case {
  let records: RecordData[] = [];
  return {
    entity,
    operationId: entity.operations.bulk.id,
    name: 'answers in the order that was sent, to each as a call of its own would be answered',
    needs: { role: 'reviewer' },
    request: async (context) => {
      const [stale, pending, approved, inactive] = [
        await context.createOther('pending'),
        await context.createOther('pending'),
        await context.createOther('approved'),
        await context.createOther('inactive'),
      ];
      await context.records.update(entity, stale, 'editor');
      records = [inactive, stale, approved, pending];
      const items = records.map(({ id, version }) => ({ id, version }));
      return { body: { action: 'activate', items } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const items = data.items as {
          id: number;
          code: number;
          message?: string;
          data?: { key?: string; record?: RecordData };
        }[]; // Cast: validated before.
        assert.deepEqual(
          items.map(({ id, code }) => [id, code]),
          records.map(({ id }, index) => [id, [200, 412, 200, 409][index]]),
        );
        for (const [index, { id, version }] of records.entries()) {
          const item = items[index];
          if (item?.code === 200) {
            const { data: read } = await context.call('get', 'viewer', { params: { id } });
            assert.deepEqual(item.data?.record, read.record, 'the outcome has the record as it is now');
            assert.deepEqual([read.record?.status, read.record?.version], ['active', version + 1]);
            continue;
          }
          const single = await context.tryCall('transition', 'reviewer', {
            params: { id },
            version,
            body: { event: 'activate' },
          });
          assert.deepEqual(
            [item?.code, item?.message, item?.data?.key],
            [single.status, single.message, single.data.key],
          );
        }
      },
    },
  };
}
