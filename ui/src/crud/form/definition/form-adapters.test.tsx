import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { signIn } from '#testing/test-session.ts';
import { recordAdapter } from './form-adapters.ts';
import { loadNewerRecord } from './newer-record.ts';

const NEWEST = 50;
const PAGE_LENGTH = 20;
const server = vi.hoisted(() => ({
  requestedCursors: [] as (string | null)[],
  openProposal: undefined as object | undefined,
  update: vi.fn(),
}));

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
    get: async () => ({ data: { record: recordAt(NEWEST), proposed: server.openProposal !== undefined } }),
    update: server.update,
    proposal: async () => ({ data: { proposal: server.openProposal } }),
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
  server.openProposal = undefined;
});

describe('a save that another proposal of the user prevents', () => {
  const proposal = {
    id: 3,
    version: 2,
    baseVersion: NEWEST,
    action: 'update',
    changes: ['/name'],
    time: '2026-11-26T08:00:00Z',
  };
  const conflict = { status: 412, code: 412, key: 'versionConflict', message: 'Changed' } as const;

  it.each([
    ['a newer one', { ...proposal, by: 'editor', after: { name: 'Newer' } }, [{ pointer: '/name', value: 'Newer' }]],
    ['one that deletes the record', { ...proposal, by: 'editor', action: 'delete', changes: [] }, []],
    ['none any more', undefined, undefined],
    ['somebody else’s', { ...proposal, by: 'ann', after: { name: 'Newer' } }, undefined],
  ])('tells the form what there is now: %s', async (_, openProposal, changes) => {
    signIn('editor');
    server.openProposal = openProposal;
    server.update.mockRejectedValue(new Problem({ ...conflict, current: openProposal ?? recordAt(NEWEST) }));
    const adapter = recordAdapter(airport, { set: null, openSet: vi.fn() });
    const { current } = await adapter.save(7, NEWEST, { name: 'Mine' }, null, 1).catch((error) => error);
    expect(server.update).toHaveBeenLastCalledWith(7, NEWEST, { name: 'Mine' }, 1);
    const isDeletion = openProposal?.action === 'delete';
    const ownProposal = changes
      ? { version: 2, changes, isDeletion, time: proposal.time }
      : { version: 0, changes: [] };
    expect(current).toEqual({ ...recordAt(NEWEST), ownProposal });
  });
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
