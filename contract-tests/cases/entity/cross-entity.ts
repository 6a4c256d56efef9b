import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type TestedEntity, titleOf } from '../../suite/records/tested-entity.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';
import type { ReferenceData, ReviewData } from '../../suite/requests/response-data.ts';
import { assertChanged, assertUnchanged, changePointer } from '../../suite/values/changed-body.ts';
import { presenceCases } from './write/presence.ts';

export function crossEntityCases(entity: TestedEntity): Case[] {
  return [
    ...reviewCases(entity),
    ...rejectionCases(entity),
    ...recordSearchCases(entity),
    ...nearbyCases(entity),
    ...overviewCases(entity),
    worklistCase(entity),
    ...presenceCases(entity),
  ];
}

function reviewCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: 'listReviews', request: lastPage };
  return [
    {
      ...base,
      name: `lists a pending ${entity.tag}`,
      needs: { role: 'reviewer', recordState: 'pending', leavesRecordUnchanged: true },
      expect: {
        status: 200,
        check: (response, context) => {
          const review = reviewOf(response, context);
          assert.deepEqual(
            [review?.kind, review?.action, review?.version],
            ['record', 'create', context.record.version],
          );
          assert.deepEqual(
            [review?.code, review?.name],
            [context.record.code ?? null, titleOf(entity, context.record)],
          );
          assert.deepEqual([review?.by, review?.ownWork], [context.username('editor'), false]);
          const times = reviews(response).map(({ time }) => time);
          assert.deepEqual(times, times.toSorted(), 'oldest first');
        },
      },
    },
    {
      ...base,
      name: `marks a pending ${entity.tag} as own work for its author`,
      needs: { role: 'editor', recordState: 'pending', leavesRecordUnchanged: true },
      expect: {
        status: 200,
        check: (response, context) => assert.equal(reviewOf(response, context)?.ownWork, entity.review !== 'none'),
      },
    },
    {
      ...base,
      operationId: 'getReviewCompleteness',
      request: () => ({ query: { entity: entity.tag } }),
      name: `counts what a pending ${entity.tag} lacks like the list of reviews`,
      needs: { role: 'reviewer', recordState: 'pending', leavesRecordUnchanged: true },
      expect: { status: 200, check: expectCompletenessLikeList },
    },
    {
      ...base,
      operationId: 'getReviewAges',
      request: () => ({ query: { entity: entity.tag } }),
      name: `counts a pending ${entity.tag} by its age like the list of reviews`,
      needs: { role: 'reviewer', recordState: 'pending', leavesRecordUnchanged: true },
      expect: { status: 200, check: expectAgesLikeList },
    },
    ...(entity.review === 'none' ? [] : [proposalReviewCase(entity)]),
  ];
}

/** Compares the sum of the counts, and that of the ages below two days, with the number of items that `listReviews` finds. */
async function expectAgesLikeList({ data }: ApiResponse, { backend, entity }: CaseContext): Promise<void> {
  const { ages } = data as unknown as { ages: { from: number; below: number | null; count: number }[] }; // Cast: validated.
  const total = async (query: { since?: string }) =>
    (await backend.call(backend.operation('listReviews'), 'reviewer', { query: { entity: entity.tag, ...query } })).data
      .total;
  assert.deepEqual(
    ages.map(({ from, below }) => [from, below]),
    [
      [0, 2],
      [2, 7],
      [7, 30],
      [30, null],
    ],
  );
  assert.equal(
    ages.reduce((sum, { count }) => sum + count, 0),
    await total({}),
  );
  assert.equal(ages[0]?.count, await total({ since: new Date(Date.now() - 2 * 86_400_000).toISOString() }));
}

/** Compares each count with the number of items that `listReviews` finds by it. */
async function expectCompletenessLikeList({ data }: ApiResponse, { backend, entity }: CaseContext): Promise<void> {
  // Cast: validated against the answer's schema before.
  const { ready, missing } = data as { ready: number; missing: { pointer: string; count: number }[] };
  for (const { pointer, count } of [{ pointer: 'none', count: ready }, ...missing]) {
    const list = await backend.call(backend.operation('listReviews'), 'reviewer', {
      query: { entity: entity.tag, missing: pointer },
    });
    assert.equal(list.data.total, count, pointer);
  }
}

function proposalReviewCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'listReviews',
    request: lastPage,
    name: `lists a change proposed to a ${entity.tag}`,
    needs: { role: 'reviewer', recordState: 'update proposed', leavesRecordUnchanged: true },
    expect: {
      status: 200,
      check: (response, context) => {
        const review = reviewOf(response, context);
        assert.deepEqual(
          [review?.kind, review?.action, review?.version],
          ['proposal', 'update', context.proposal.version],
        );
        const pointer = changePointer(entity);
        assert.deepEqual(review?.changes, [pointer]);
        const values = review?.values ?? [];
        assert.deepEqual(
          values.map((value) => value.pointer),
          [pointer],
        );
        for (const { before, after } of values) {
          assertUnchanged(entity, { [pointer.slice(1)]: before }, context.record);
          assertChanged(entity, { [pointer.slice(1)]: after }, context.record);
        }
      },
    },
  };
}

function rejectionCases(entity: TestedEntity): Case[] {
  const needs = { role: 'editor', recordState: 'rejected' as const };
  return [
    {
      entity,
      operationId: 'listRejections',
      name: `lists a rejected ${entity.tag} for its author`,
      needs,
      request: () => ({ query: { pageSize: 100 } }),
      expect: {
        status: 200,
        check: (response, context) => {
          const review = reviews(response).find(({ id, kind }) => id === context.record.id && kind === 'record');
          assert.equal(review?.by, context.username('reviewer'));
        },
      },
    },
    {
      entity,
      operationId: 'dismissRejection',
      name: `dismisses the notice about a ${entity.tag}`,
      needs,
      request: async ({ backend, record }) => {
        const response = await backend.call(backend.operation('listRejections'), 'editor', {
          query: { pageSize: 100 },
        });
        const items = (response.data.items ?? []) as { id: number; notice: number }[]; // Cast: validated by its own case.
        return { params: { id: items.find(({ id }) => id === record.id)?.notice ?? 0 } };
      },
      expect: { status: 200 },
    },
  ];
}

/** Requests the last page, which has the newest items. */
async function lastPage({ backend, entity }: CaseContext): Promise<RequestInput> {
  const query = { entity: entity.tag, pageSize: 100 };
  const { data } = await backend.call(backend.operation('listReviews'), 'admin', { query });
  return { query: { ...query, page: Math.max(1, Math.ceil((data.total ?? 0) / 100)) } };
}

function reviews(response: ApiResponse): ReviewData[] {
  return (response.data.items ?? []) as ReviewData[]; // Cast: validated against the list's schema before.
}

function reviewOf(response: ApiResponse, { record }: CaseContext): ReviewData | undefined {
  return reviews(response).find(({ id, kind }) => id === record.id && kind !== 'import');
}

/** Cases that do not depend on an entity. */
export const searchCases: Case[] = [
  {
    operationId: 'searchRecords',
    name: 'finds nothing for an unknown text',
    needs: { role: 'viewer' },
    request: () => ({ query: { q: 'qwxzqwxzqwxz' } }),
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
  },
];

function recordSearchCases(entity: TestedEntity): Case[] {
  const base = {
    entity,
    operationId: 'searchRecords',
    needs: { role: 'viewer', recordState: 'pending' as const, leavesRecordUnchanged: true },
  };
  const assertRecordFound = ({ data }: ApiResponse, { record }: CaseContext) => {
    const items = (data.items ?? []) as ReferenceData[]; // Cast: validated before.
    const found = items.find((item) => item.id === record.id && item.entity === entity.tag);
    assert.deepEqual([found?.code, found?.name], [record.code ?? null, titleOf(entity, record)]);
  };
  return [
    {
      ...base,
      name: `finds a ${entity.tag} by text`,
      request: ({ record }) => ({ query: { q: String(record[entity.searchField]), limit: 50 } }),
      expect: { status: 200, check: assertRecordFound },
    },
    ...(entity.titleTemplate
      ? []
      : [
          {
            ...base,
            name: `finds a ${entity.tag} by code`,
            request: ({ record }: CaseContext) => ({ query: { q: String(record.code), limit: 50 } }),
            expect: { status: 200, check: assertRecordFound },
          },
        ]),
  ];
}

function nearbyCases(entity: TestedEntity): Case[] {
  if (!entity.fields.some(({ path }) => path[0] === 'latitude')) return [];
  return [
    {
      entity,
      operationId: 'listNearby',
      name: `lists a ${entity.tag} at its location`,
      needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({
        query: {
          entity: entity.tag,
          latitude: Number(record.latitude),
          longitude: Number(record.longitude),
          limit: 50,
        },
      }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const items = data.items as (ReferenceData & { distance: number })[]; // Cast: validated before.
          const distances = items.map(({ distance }) => distance);
          assert.equal(distances[0], 0);
          assert.deepEqual(
            distances,
            distances.toSorted((a, b) => a - b),
            'nearest first',
          );
        },
      },
    },
    {
      entity,
      operationId: 'listNearby',
      name: `refuses to list a ${entity.tag} for users who may not read its kind`,
      needs: { role: { without: `${entity.tag}:read` } },
      request: () => ({ query: { entity: entity.tag, latitude: 0, longitude: 0 } }),
      expect: { status: 403, key: 'forbidden', permission: `${entity.tag}:read` },
    },
  ];
}

function overviewCases(entity: TestedEntity): Case[] {
  return [1, 7, 30].map((days) => ({
    entity,
    operationId: 'getOverview',
    name: `counts changes of ${entity.tag} over ${days} days`,
    needs: { role: 'viewer', recordState: 'pending' },
    request: () => ({ query: { days } }),
    expect: {
      status: 200,
      check: ({ data }, { record }) => {
        const overview = data as unknown as Overview; // Cast: validated against the overview's schema before.
        const entityOverview = overview.entities.find((counts) => counts.entity === entity.tag);
        assert.ok(
          (entityOverview?.counts.pending ?? 0) >= 1 &&
            (entityOverview?.waiting ?? 0) >= 1 &&
            (entityOverview?.changes ?? 0) >= 1,
          'the overview counts the pending record as pending, waiting for review and changed',
        );
        assert.ok(
          overview.recent.some(({ entry }) => entry?.recordId === record.id && entry.action === 'create'),
          'the latest changes name the creation',
        );
        assert.ok(overview.reviews.total >= 1, 'the overview counts the review');
      },
    },
  }));
}

function worklistCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'getWorklist',
    name: `counts a pending ${entity.tag} for its author`,
    needs: { role: 'editor', recordState: 'pending' },
    request: () => ({ query: {} }),
    expect: {
      status: 200,
      check: ({ data }) => {
        const { own } = data as unknown as { own: { total: number } }; // Cast: validated against its schema before.
        assert.ok(own.total >= 1, 'the caller’s own proposals are counted');
      },
    },
  };
}

interface Overview {
  entities: { entity: string; counts: Record<string, number>; waiting: number; changes: number }[];
  reviews: { total: number };
  recent: { entry: { recordId: number; action: string } | null }[];
}
