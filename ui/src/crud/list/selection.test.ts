import { beforeAll, expect, it, vi } from 'vitest';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { splitSelection, withLatestRows } from './selection.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

// The cast: the functions under test read only these members.
const record = (id: number, status: string, version = 1) => ({ id, status, version }) as AnyRecord & Values;
const selection = new Map([
  [1, record(1, 'pending')],
  [2, record(2, 'active')],
]);

it('updates the records of the current page and keeps those of other pages', () => {
  const now = withLatestRows(selection, [record(1, 'approved', 2), record(3, 'active')]);
  expect([...now.values()]).toEqual([record(1, 'approved', 2), record(2, 'active')]);
});

const known = ({ ownWork = [], inSet = [] }: { ownWork?: number[]; inSet?: number[] }) => ({
  ownWork: new Set(ownWork),
  inSet: new Set(inSet),
});

it('splits a selection into applicable and skipped records', () => {
  // the cast: only the key decides which fields approval requires
  const country = { key: 'country' } as EntityUi;
  const completeFields = { code: 'XA', name: 'A', alpha3Code: 'XAA', continent: 'AS' };
  const selected = new Map([
    [1, { ...record(1, 'pending'), ...completeFields }],
    [2, { ...record(2, 'active'), ...completeFields }],
    [3, { ...record(3, 'pending'), ...completeFields, continent: null }],
    [4, { ...record(4, 'pending'), ...completeFields }],
  ]);
  const approval = splitSelection(country, selected, 'approve', known({ ownWork: [4] }));
  expect(approval.ready.map(({ id }) => id)).toEqual([1]);
  expect(approval.skipped.map(({ records }) => records.map(({ id }) => id))).toEqual([[2], [3], [4]]);
  expect(new Set(approval.skipped.map(({ cause }) => cause)).size).toBe(3);
  expect(splitSelection(country, selected, 'deactivate', known({ ownWork: [2] })).ready.map(({ id }) => id)).toEqual([
    2,
  ]);
  expect(splitSelection(country, selected, 'delete', known({}))).toMatchObject({
    ready: [{}, {}, {}, {}],
    skipped: [],
  });
  expect(splitSelection(country, selected, 'delete', known({ inSet: [2] }))).toMatchObject({
    ready: [{ id: 1 }, { id: 3 }, { id: 4 }],
    skipped: [{ cause: '已在变更集中', records: [{ id: 2 }] }],
  });
});
