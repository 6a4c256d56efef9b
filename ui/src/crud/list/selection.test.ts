import { beforeAll, expect, it, vi } from 'vitest';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { readyFor, refreshed } from './selection.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

// The cast: nothing else of a record is looked at here.
const record = (id: number, status: string, version = 1) => ({ id, status, version }) as AnyRecord & Values;
const selection = new Map([
  [1, record(1, 'pending')],
  [2, record(2, 'active')],
]);

it('takes the records that the page shows anew, and keeps those of other pages', () => {
  const now = refreshed(selection, [record(1, 'approved', 2), record(3, 'active')]);
  expect([...now.values()]).toEqual([record(1, 'approved', 2), record(2, 'active')]);
});

it('tells on how many an action will be done, and why not on the others', () => {
  // enough of a kind for what approval asks for
  const country = { key: 'country' } as EntityUi;
  const completeFields = { code: 'XA', name: 'A', alpha3Code: 'XAA', continent: 'AS' };
  const selected = new Map([
    [1, { ...record(1, 'pending'), ...completeFields }],
    [2, { ...record(2, 'active'), ...completeFields }],
    [3, { ...record(3, 'pending'), ...completeFields, continent: null }],
    [4, { ...record(4, 'pending'), ...completeFields }],
  ]);
  const approval = readyFor(country, selected, 'approve', new Set([4]));
  expect(approval.ready.map(({ id }) => id)).toEqual([1]);
  expect(approval.left.map(({ records }) => records.map(({ id }) => id))).toEqual([[2], [3], [4]]);
  expect(new Set(approval.left.map(({ cause }) => cause)).size).toBe(3);
  expect(readyFor(country, selected, 'deactivate', new Set([2])).ready.map(({ id }) => id)).toEqual([2]);
  expect(readyFor(country, selected, 'delete', new Set())).toMatchObject({ ready: [{}, {}, {}, {}], left: [] });
});
