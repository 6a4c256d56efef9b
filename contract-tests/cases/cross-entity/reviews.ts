import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type TestedEntity, titleOf } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';
import { minimalBody } from '../../suite/values/reduced-bodies.ts';

/** A backend on which more waits is none to test. */
const MAX_PAGES = 1000;

interface Item {
  kind: string;
  entity: string;
  id: number;
  by: string;
  time: string;
  ownWork: boolean;
  missing: string[];
  changes: string[];
  values: object[];
}

interface Reviews {
  items: Item[];
  total: number;
  authors: { by: string; count: number }[];
}

type Query = Record<string, string | number>;

async function reviewsOf({ backend, entity }: CaseContext, query: Query = {}, role = 'reviewer'): Promise<Reviews> {
  const { data } = await backend.call(backend.operation('listReviews'), role, {
    query: { entity: entity.tag, pageSize: 100, ...query },
  });
  return data as unknown as Reviews; // Cast: validated by its own cases.
}

/** Reads every page. */
async function allReviews(context: CaseContext, query: Query = {}): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items: read, total } = await reviewsOf(context, { ...query, page });
    items.push(...read);
    if (items.length >= total || read.length === 0) return items;
  }
  assert.fail(`/data/total: the pages end, after ${items.length} items at the latest`);
}

/** Filters that leave out a pending record of now. */
const otherFilters: Query[] = [
  { kind: 'proposal' },
  { since: '2099-01-01T00:00:00.000Z' },
  { before: '2000-01-01T00:00:00.000Z' },
];

/** What waits of a kind beyond which the cases do not read all of it. */
const MAX_ITEMS = 2000;

/** Tests what waits for a second person, on records and proposals that the case has made. */
export function reviewListCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  if (!entity || entity.review === 'none') return [];
  const base = { entity, operationId: 'listReviews', needs: { role: 'reviewer', recordState: 'pending' as const } };
  /** Builds a case that asks for everything with a filter and compares it with what the filter means. */
  const filterCase = (
    what: string,
    query: (context: CaseContext, middle: RecordData) => Query,
    matches: (item: Item, query: Query) => boolean,
  ): Case => {
    let asked: Query = {};
    return {
      ...base,
      name: `lists exactly what waits, by ${what}`,
      request: async (context) => {
        const middle = await context.createOther('pending', 'admin');
        const active = await context.createOther('active');
        await context.records.update(entity, active, 'editor');
        asked = query(context, middle);
        return { query: { entity: entity.tag, pageSize: 100, ...asked } };
      },
      expect: {
        status: 200,
        check: (_, context) =>
          until(async () => {
            const { total } = await reviewsOf(context);
            if (total > MAX_ITEMS) return;
            const all = (await allReviews(context)).filter((item) => matches(item, asked));
            const found = await allReviews(context, asked);
            const keys = (items: Item[]) => items.map(({ kind, id }) => `${kind} ${id}`);
            assert.deepEqual(keys(found), keys(all));
            assert.equal((await reviewsOf(context, asked)).total, all.length);
          }),
      },
    };
  };
  return [
    ...['editor', 'admin'].map((role) =>
      filterCase(
        `its author, the ${role}`,
        (context) => ({ by: context.username(role) }),
        (item, { by }) => item.by === by,
      ),
    ),
    filterCase(
      'part of the author’s name',
      (context) => ({ by: context.username('editor').slice(0, -1) }),
      () => false,
    ),
    filterCase(
      'a time since which it waits',
      (_, middle) => ({ since: String(middle.updateTime) }),
      ({ time }, { since }) => time >= String(since),
    ),
    filterCase(
      'a time before which it waits',
      (_, middle) => ({ before: String(middle.updateTime) }),
      ({ time }, { before }) => time < String(before),
    ),
    ...['record', 'proposal', 'import'].map((kind) =>
      filterCase(
        `its kind, ${kind}`,
        () => ({ kind }),
        (item) => item.kind === kind,
      ),
    ),
    filterCase(
      'nothing that it lacks',
      () => ({ missing: 'none' }),
      ({ kind, missing }) => kind !== 'import' && missing.length === 0,
    ),
    authorsCase(entity),
    ...entities.filter(({ tag }) => tag === 'city').flatMap(missingCases),
    {
      ...base,
      name: 'lists what waits on pages without gaps, oldest first',
      request: async (context) => {
        await context.createOther('pending');
        return { query: { entity: entity.tag, pageSize: 100 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const first = data.items as Item[]; // Cast: validated before.
          const paged: Item[] = [];
          for (const page of [1, 2]) paged.push(...(await reviewsOf(context, { page, pageSize: 10 })).items);
          assert.deepEqual(paged, first.slice(0, 20));
          const times = (await allReviews(context)).map(({ time }) => time);
          assert.deepEqual(times, times.toSorted());
        },
      },
    },
    itemCase(entity),
    agesCase(entity),
    kindsCase(entities),
  ];
}

function itemCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'listReviews',
    name: 'says everything of a pending record and of a proposal',
    needs: { role: 'reviewer', recordState: 'update proposed' },
    request: async (context) => {
      await context.createOther('pending');
      return { query: { entity: entity.tag } };
    },
    expect: {
      status: 200,
      check: async (_, context) => {
        const { record, proposal, records } = context;
        const pending = records.lastCreated(entity);
        const items = await allReviews(context);
        const by = context.username('editor');
        const { warnings: _warnings, ...found } = Object(items.find(({ id }) => id === pending.id)); // Cast: one of the items.
        assert.deepEqual(found, {
          entity: entity.tag,
          id: pending.id,
          code: pending.code ?? null,
          name: titleOf(entity, pending),
          locales: pending.locales,
          kind: 'record',
          action: 'create',
          changes: [],
          values: [],
          by,
          time: pending.updateTime,
          version: 1,
          ownWork: false,
          missing: [],
        });
        const proposed = items.find(({ id, kind }) => id === record.id && kind === 'proposal');
        const { time } = proposal as unknown as { time: string }; // Cast: validated before.
        const { by: author, changes, missing, ownWork } = proposed ?? assert.fail('the proposal is listed');
        assert.deepEqual(
          [author, changes, missing, ownWork, proposed?.time],
          [proposal.by, proposal.changes, [], false, time],
        );
        const [pointer = ''] = proposal.changes;
        const [before, after] = [record, proposal.after].map((body) => Object(body)[pointer.slice(1)]);
        assert.deepEqual(proposed?.values, [{ pointer, before, after }]);
      },
    },
  };
}

function authorsCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'listReviews',
    name: 'counts who wrote what waits, whatever author is asked for, most first',
    needs: { role: 'reviewer', recordState: 'pending' },
    request: async (context) => {
      await context.createOther('pending');
      await context.createOther('pending', 'admin');
      return { query: { entity: entity.tag } };
    },
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const { authors, total } = await reviewsOf(context);
          if (total > MAX_ITEMS) return;
          const counted = new Map<string, number>();
          for (const { by } of await allReviews(context)) counted.set(by, (counted.get(by) ?? 0) + 1);
          assert.deepEqual(new Map(authors.map(({ by, count }) => [by, count])), counted);
          const counts = authors.map(({ count }) => count);
          assert.deepEqual(
            counts,
            counts.toSorted((a, b) => b - a),
          );
          const asked = await reviewsOf(context, { by: context.username('admin') });
          assert.deepEqual(asked.authors, authors);
        }),
    },
  };
}

/** Tests what is said of a record that lacks what approval asks for, on a kind of which a part may be missing. */
function missingCases(entity: TestedEntity): Case[] {
  const minimal = minimalBody(entity, entity.example);
  const lacking = entity.requiredToApprove.filter((name) => !(name in minimal));
  if (lacking.length === 0) return [];
  const pointers = lacking.map((name) => `/${name}`);
  const create = async (context: CaseContext) => {
    const body = minimalBody(entity, await context.freshBody());
    return context.records.create(entity, 'pending', 'editor', body);
  };
  return [
    {
      entity,
      operationId: 'listReviews',
      name: 'says what approval will ask for, and finds it by each of these fields',
      needs: { role: 'reviewer' },
      request: async (context) => {
        await create(context);
        return { query: { entity: entity.tag, missing: pointers[0] ?? '' } };
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const { id } = context.records.lastCreated(entity);
          for (const missing of pointers) {
            const items = await allReviews(context, { missing });
            assert.ok(
              items.every((item) => item.missing.includes(missing)),
              `each lacks ${missing}`,
            );
            const found = items.find((item) => item.id === id);
            assert.deepEqual(found?.missing.toSorted(), pointers.toSorted());
          }
          const complete = await allReviews(context, { missing: 'none' });
          assert.ok(!complete.some((item) => item.id === id), 'it is not among those that lack nothing');
        },
      },
    },
    ...[{}, { kind: 'record' }, { by: 'editor' }, ...otherFilters].map(
      (filter: Query): Case => ({
        entity,
        operationId: 'getReviewCompleteness',
        name: `counts for every field how many lack it, ${JSON.stringify(filter)}`,
        needs: { role: 'reviewer', recordState: 'pending' },
        request: async (context) => {
          await create(context);
          return { query: { entity: entity.tag, ...filter } };
        },
        expect: {
          status: 200,
          check: (_, context) =>
            until(async () => {
              const { backend } = context;
              const query = { entity: entity.tag, ...filter };
              const { data } = await backend.call(backend.operation('getReviewCompleteness'), 'reviewer', { query });
              const { ready, missing } = data as unknown as {
                ready: number;
                missing: { pointer: string; count: number }[];
              }; // Cast: validated.
              assert.equal(ready, (await reviewsOf(context, { ...filter, missing: 'none' })).total);
              const counts = new Map(missing.map(({ pointer, count }) => [pointer, count]));
              for (const name of entity.requiredToApprove) {
                const { total } = await reviewsOf(context, { ...filter, missing: `/${name}` });
                assert.equal(counts.get(`/${name}`) ?? 0, total, `how many lack ${name}`);
              }
              if (otherFilters.includes(filter)) return;
              for (const pointer of pointers) assert.ok((counts.get(pointer) ?? 0) >= 1, `one lacks ${pointer}`);
            }),
        },
      }),
    ),
  ];
}

/** Tests that what has waited is counted by its age as it is listed, by kind and by author. */
function agesCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'getReviewAges',
    name: 'counts records, proposals and the work of one author as they are listed',
    needs: { role: 'reviewer', recordState: 'update proposed' },
    request: async (context) => {
      await context.createOther('pending', 'admin');
      return { query: { entity: entity.tag } };
    },
    expect: {
      status: 200,
      check: async (_, context) => {
        const { backend } = context;
        const authors = ['editor', 'admin'].map((role) => ({ by: context.username(role) }));
        for (const filter of [{ kind: 'record' }, { kind: 'proposal' }, ...authors] as Query[])
          await until(async () => {
            const query = { entity: entity.tag, ...filter };
            const { data } = await backend.call(backend.operation('getReviewAges'), 'reviewer', { query });
            const ages = Object(data).ages as { count: number }[]; // Cast: validated by its own cases.
            const counted = ages.reduce((sum, { count }) => sum + count, 0);
            assert.equal(counted, (await reviewsOf(context, filter)).total, JSON.stringify(filter));
          });
      },
    },
  };
}

/** Tests counts over all kinds, which are the sums of those of each. */
function kindsCase(entities: TestedEntity[]): Case {
  const read = async ({ backend }: CaseContext, operationId: string, query: Query) =>
    (await backend.call(backend.operation(operationId), 'reviewer', { query })).data as object;
  const ready = (data: object) => Number(Object(data).ready);
  const ages = (data: object) => (Object(data).ages as { count: number }[]).map(({ count }) => count); // Cast: validated by its own cases.
  return {
    operationId: 'getReviewAges',
    name: 'counts over all kinds what the kinds count, and nothing of nobody',
    needs: { role: 'reviewer' },
    request: () => ({}),
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          let sums = [0, 0, 0, 0];
          let readySum = 0;
          for (const { tag } of entities) {
            const counts = ages(await read(context, 'getReviewAges', { entity: tag }));
            sums = sums.map((sum, index) => sum + (counts[index] ?? 0));
            readySum += ready(await read(context, 'getReviewCompleteness', { entity: tag }));
          }
          assert.deepEqual(ages(await read(context, 'getReviewAges', {})), sums);
          assert.equal(ready(await read(context, 'getReviewCompleteness', {})), readySum);
          const by = `nobody-${randomUUID()}`;
          assert.deepEqual(ages(await read(context, 'getReviewAges', { by })), [0, 0, 0, 0]);
          assert.equal(ready(await read(context, 'getReviewCompleteness', { by })), 0);
        }),
    },
  };
}
