import { beforeEach, expect, it, vi } from 'vitest';
import type { EntityUi } from '#crud/define-entity.ts';
import { loadNewerRecord } from './form-adapters.ts';

const NEWEST = 50;
const PAGE_LENGTH = 20;
const server = vi.hoisted(() => ({ requestedCursors: [] as (string | null)[] }));

const cityAt = (version: number) => (version < 5 ? 'BJS' : 'BJZ');
const recordAt = (version: number) => ({
  id: 7,
  version,
  name: `name ${version}`,
  city: cityAt(version),
  updatedBy: version === 3 ? 'first' : 'later',
});
/** Version 5 renames the city; each other one changes the name. */
const changeAt = (version: number) => ({
  seq: version,
  version,
  action: version === 5 ? 'reference' : 'update',
  before: version === 5 ? { ...recordAt(4), name: 'name 5' } : recordAt(version - 1),
  after: recordAt(version),
});

vi.mock('#crud/resource.ts', () => ({
  resourceClient: () => ({
    get: async () => ({ data: { record: recordAt(NEWEST) } }),
    history: async (_id: number, cursor: string | null) => {
      server.requestedCursors.push(cursor);
      const first = Number(cursor ?? NEWEST);
      const last = Math.max(first - PAGE_LENGTH + 1, 1);
      const items = Array.from({ length: first - last + 1 }, (_, index) => changeAt(first - index));
      return { data: { items, nextCursor: last > 1 ? String(last - 1) : null } };
    },
  }),
}));

// the cast: the loader passes it on and reads nothing of it
const airport = {} as EntityUi;

beforeEach(() => {
  server.requestedCursors = [];
});

it('finds authors and renames on older pages of the history', async () => {
  const { loaded, authors } = await loadNewerRecord(airport, 7, 2);
  expect(authors).toEqual(['first', 'later']);
  expect(loaded.codeChanges).toEqual([{ field: 'city', from: 'BJS', to: 'BJZ' }]);
  expect(server.requestedCursors).toEqual([null, '30', '10']);
});

it('reads no further than the version that the edits are based on', async () => {
  await loadNewerRecord(airport, 7, 45);
  expect(server.requestedCursors).toEqual([null]);
});
