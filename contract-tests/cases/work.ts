import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { changePointer } from '../suite/change.ts';
import type { Answer, RequestInput } from '../suite/client.ts';
import type { ReferenceData, ReviewData } from '../suite/data.ts';
import { type Kind, titleOf } from '../suite/kind.ts';
import type { Scene } from '../suite/scene.ts';

export function workCases(kind: Kind): Case[] {
  return [...reviewCases(kind), ...rejectionCases(kind), ...foundCases(kind), ...overviewCases(kind)];
}

function reviewCases(kind: Kind): Case[] {
  const base = { kind, operationId: 'listReviews', request: lastPage };
  return [
    {
      ...base,
      name: `lists a pending ${kind.tag}`,
      needs: { as: 'reviewer', record: 'pending', shared: true },
      expect: {
        status: 200,
        check: (answer, scene) => {
          const found = reviewOf(answer, scene);
          assert.deepEqual([found?.kind, found?.action, found?.version], ['record', 'create', scene.record.version]);
          assert.deepEqual([found?.code, found?.name], [scene.record.code ?? null, titleOf(kind, scene.record)]);
          assert.deepEqual([found?.by, found?.ownWork], [scene.username('editor'), false]);
          const times = reviews(answer).map(({ time }) => time);
          assert.deepEqual(times, times.toSorted(), 'oldest first');
        },
      },
    },
    {
      ...base,
      name: `marks a pending ${kind.tag} as own work for its author`,
      needs: { as: 'editor', record: 'pending', shared: true },
      expect: {
        status: 200,
        check: (answer, scene) => assert.equal(reviewOf(answer, scene)?.ownWork, kind.review !== 'none'),
      },
    },
    ...(kind.review === 'none' ? [] : [proposedCase(kind)]),
  ];
}

function proposedCase(kind: Kind): Case {
  return {
    kind,
    operationId: 'listReviews',
    request: lastPage,
    name: `lists a change proposed to a ${kind.tag}`,
    needs: { as: 'reviewer', record: 'update proposed', shared: true },
    expect: {
      status: 200,
      check: (answer, scene) => {
        const found = reviewOf(answer, scene);
        assert.deepEqual([found?.kind, found?.action, found?.version], ['proposal', 'update', scene.proposal.version]);
        assert.deepEqual(found?.changes, [changePointer(kind)]);
      },
    },
  };
}

function rejectionCases(kind: Kind): Case[] {
  const needs = { as: 'editor', record: 'rejected' as const };
  return [
    {
      kind,
      operationId: 'listRejections',
      name: `tells the author of a ${kind.tag} that it was rejected`,
      needs,
      request: () => ({ query: { pageSize: 100 } }),
      expect: {
        status: 200,
        check: (answer, scene) => {
          const found = reviews(answer).find(({ id, kind: what }) => id === scene.record.id && what === 'record');
          assert.equal(found?.by, scene.username('reviewer'));
        },
      },
    },
    {
      kind,
      operationId: 'dismissRejection',
      name: `dismisses the notice about a ${kind.tag}`,
      needs,
      request: async ({ backend, record }) => {
        const answer = await backend.call(backend.operation('listRejections'), 'editor', { query: { pageSize: 100 } });
        const items = (answer.data.items ?? []) as { id: number; notice: number }[]; // Cast: validated by its own case.
        return { params: { id: items.find(({ id }) => id === record.id)?.notice ?? 0 } };
      },
      expect: { status: 200 },
    },
  ];
}

/** The last page, which has the newest items. */
async function lastPage({ backend, kind }: Scene): Promise<RequestInput> {
  const query = { entity: kind.tag, pageSize: 100 };
  const { data } = await backend.call(backend.operation('listReviews'), 'admin', { query });
  return { query: { ...query, page: Math.max(1, Math.ceil((data.total ?? 0) / 100)) } };
}

function reviews(answer: Answer): ReviewData[] {
  return (answer.data.items ?? []) as ReviewData[]; // Cast: validated against the list's schema before.
}

function reviewOf(answer: Answer, { record }: Scene): ReviewData | undefined {
  return reviews(answer).find(({ id, kind }) => id === record.id && kind !== 'import');
}

/** Cases that do not depend on a kind. */
export const searchCases: Case[] = [
  {
    operationId: 'searchRecords',
    name: 'finds nothing for an unknown text',
    needs: { as: 'viewer' },
    request: () => ({ query: { q: 'qwxzqwxzqwxz' } }),
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
  },
];

function foundCases(kind: Kind): Case[] {
  const base = {
    kind,
    operationId: 'searchRecords',
    needs: { as: 'viewer', record: 'pending' as const, shared: true },
  };
  const finds = ({ data }: Answer, { record }: Scene) => {
    const items = (data.items ?? []) as ReferenceData[]; // Cast: validated before.
    const found = items.find(({ id, entity }) => id === record.id && entity === kind.tag);
    assert.deepEqual([found?.code, found?.name], [record.code ?? null, titleOf(kind, record)]);
  };
  return [
    {
      ...base,
      name: `finds a ${kind.tag} by text`,
      request: ({ record }) => ({ query: { q: String(record[kind.text]), limit: 50 } }),
      expect: { status: 200, check: finds },
    },
    ...(kind.title
      ? []
      : [
          {
            ...base,
            name: `finds a ${kind.tag} by code`,
            request: ({ record }: Scene) => ({ query: { q: String(record.code), limit: 50 } }),
            expect: { status: 200, check: finds },
          },
        ]),
  ];
}

function overviewCases(kind: Kind): Case[] {
  return [1, 7, 30].map((days) => ({
    kind,
    operationId: 'getOverview',
    name: `counts ${kind.tag} over ${days} days`,
    needs: { as: 'viewer', record: 'pending' },
    request: () => ({ query: { days } }),
    expect: {
      status: 200,
      check: ({ data }, { record }) => {
        const overview = data as unknown as Overview; // Cast: validated against the overview's schema before.
        const kindCounts = overview.entities.find(({ entity }) => entity === kind.tag);
        assert.ok(
          (kindCounts?.counts.pending ?? 0) >= 1 && (kindCounts?.waiting ?? 0) >= 1 && (kindCounts?.changes ?? 0) >= 1,
        );
        assert.ok(overview.recent.some(({ id, action }) => id === record.id && action === 'create'));
        assert.ok(overview.reviews.total >= 1);
      },
    },
  }));
}

interface Overview {
  entities: { entity: string; counts: Record<string, number>; waiting: number; changes: number }[];
  reviews: { total: number };
  recent: { id: number; action: string }[];
}
