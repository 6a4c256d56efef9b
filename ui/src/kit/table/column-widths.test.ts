import { describe, expect, it } from 'vitest';
import { columnsThatFit, distributeWidths } from './column-widths.ts';
import type { Column } from './data-table-types.ts';

const column = (id: string, overrides: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id,
  width: 100,
  cell: () => id,
  ...overrides,
});

const columns = [
  column('code', { width: 62, resizable: false }),
  column('name', { width: 120, truncates: true }),
  column('time', { width: 80 }),
  column('city', { width: 90, truncates: true }),
  column('actions', { width: 108, pinnedRight: true }),
];
const needs = {
  code: { head: 60, body: 70 },
  name: { head: 50, body: 300 },
  time: { head: 60, body: 110 },
  city: { head: 80, body: 150 },
};
const distribute = (availablePx: number, more: Partial<Parameters<typeof distributeWidths<unknown>>[0]> = {}) =>
  distributeWidths({ columns, needs, chosen: {}, availablePx, ...more });

describe('distributeWidths', () => {
  it('gives every column what its content needs when that fits exactly', () => {
    expect(distribute(630)).toEqual({ code: 70, name: 300, time: 110, city: 150, actions: 108 });
  });

  it('shares the slack in proportion to the needs, half as much to values that are never cut', () => {
    const widths = distribute(630 + 505);
    expect(widths).toEqual({ code: 70, name: 600, time: 165, city: 300, actions: 108 });
  });

  it('loses no pixel to rounding', () => {
    const { actions: _, ...widths } = distribute(997);
    expect(Object.values(widths).reduce((sum, width) => sum + width, 0)).toBe(997);
  });

  it('cuts the widest text first when the needs do not fit', () => {
    expect(distribute(600)).toMatchObject({ code: 70, name: 270, time: 110, city: 150 });
    expect(distribute(450)).toMatchObject({ code: 70, name: 135, time: 110, city: 135 });
  });

  it('gives a text no more than its maximum before the others have what they want', () => {
    const limited = columns.map((one) => (one.id === 'name' ? { ...one, maxWidth: 200 } : one));
    expect(distribute(530, { columns: limited })).toMatchObject({ code: 70, name: 200, time: 110, city: 150 });
  });

  it('never cuts codes and times, and texts only down to three quarters of their declared width', () => {
    expect(distribute(200)).toMatchObject({ code: 70, name: 90, time: 110, city: 80 });
  });

  it('keeps the declared width of the name that stays in sight', () => {
    const withPinnedName = columns.map((one) => (one.id === 'name' ? { ...one, pinned: true } : one));
    expect(distribute(200, { columns: withPinnedName })).toMatchObject({ name: 120, city: 80 });
  });

  it('never cuts a head', () => {
    const longHeads = { ...needs, time: { head: 150, body: 110 }, city: { head: 100, body: 150 } };
    expect(distribute(200, { needs: longHeads })).toMatchObject({ code: 70, name: 90, time: 150, city: 100 });
  });

  it('keeps the widths that somebody chose', () => {
    expect(distribute(800, { chosen: { name: 200 } })).toMatchObject({ name: 200 });
    expect(distribute(300, { chosen: { name: 400 } })).toMatchObject({ name: 400, time: 110, city: 80 });
  });

  it('keeps heads whole and the declared widths where there are no rows', () => {
    const heads = { code: { head: 80, body: 0 }, name: { head: 50, body: 0 } };
    expect(distribute(0, { needs: heads })).toMatchObject({ code: 80, name: 120 });
  });

  it('falls back to the declared widths before anything is measured', () => {
    expect(distribute(0, { needs: {} })).toEqual({ code: 62, name: 120, time: 80, city: 90, actions: 108 });
  });
});

describe('columnsThatFit', () => {
  const fitting = (availablePx: number, more: Partial<Parameters<typeof columnsThatFit<unknown>>[0]> = {}) =>
    columnsThatFit({ columns, needs, chosen: {}, availablePx, keptIds: [], ...more }).map(({ id }) => id);

  it('are all of them where texts need not become narrower than declared', () => {
    expect(fitting(70 + 120 + 110 + 90)).toEqual(['code', 'name', 'time', 'city', 'actions']);
  });

  it('leave out the last one for which there is no room, and keep narrower ones behind a wide one', () => {
    expect(fitting(70 + 120 + 110 + 89)).toEqual(['code', 'name', 'time', 'actions']);
    expect(fitting(70 + 120 + 109)).toEqual(['code', 'name', 'city', 'actions']);
  });

  it('leave out a column rather than cut the names that stay in sight, unless these are very long', () => {
    const withPinned = columns.map((one) => (one.id === 'name' ? { ...one, pinned: true } : one));
    expect(fitting(70 + 300 + 110 + 90, { columns: withPinned })).toEqual(['code', 'name', 'time', 'city', 'actions']);
    expect(fitting(70 + 300 + 110 + 89, { columns: withPinned })).toEqual(['code', 'name', 'time', 'actions']);
    const longNames = { ...needs, name: { head: 50, body: 900 } };
    expect(fitting(70 + 320 + 110, { columns: withPinned, needs: longNames })).toEqual([
      'code',
      'name',
      'time',
      'actions',
    ]);
  });

  it('keep what is pinned, the status and what the rows are sorted by', () => {
    const withStatus = [...columns.slice(0, 4), column('status'), ...columns.slice(4)];
    const pinned = withStatus.map((one) => (one.id === 'code' ? { ...one, pinned: true } : one));
    const statusNeeds = { ...needs, status: { head: 50, body: 100 } };
    const kept = fitting(0, { columns: pinned, needs: statusNeeds, keptIds: ['city'] });
    expect(kept).toEqual(['code', 'city', 'status', 'actions']);
  });

  it('count with the widths that somebody chose', () => {
    expect(fitting(370, { chosen: { name: 200 } })).toEqual(['code', 'name', 'city', 'actions']);
  });

  it('include what has not been measured yet, so that it can be', () => {
    const { city: _, ...measured } = needs;
    expect(fitting(0, { needs: measured })).toEqual(['city', 'actions']);
    expect(fitting(0, { needs: {} })).toEqual(['actions']);
  });
});
