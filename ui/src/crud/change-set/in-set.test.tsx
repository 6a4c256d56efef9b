import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { recordAdapter } from '#crud/form/definition/form-adapters.ts';
import { api } from '#session/session.ts';
import { itemAdapter } from './in-set.tsx';

afterEach(() => vi.restoreAllMocks());

const record = { id: 44, version: 3, code: 'BJS', name: 'Beijing', country: 'CN' };
const upcoming = (id: number, setId: number, effectiveOn: string, values: object) => ({
  changeSet: { id: setId },
  item: { id, version: 2 },
  effectiveOn,
  action: 'update',
  changes: Object.keys(values).map((name) => `/${name}`),
  values,
});
const item = { id: 5, entity: 'city', recordId: 44, version: 2, action: 'update', event: null, changes: ['/name'] };

/** Answers reads for a set with this date, which has an item of the record and these others. */
function mockReads(effectiveOn: string | null, ...otherItems: object[]) {
  const answers: Record<string, object> = {
    '/api/v1/change-sets/{id}': { changeSet: { id: 7, effectiveOn } },
    '/api/v1/change-sets/{id}/items': {
      items: [{ ...item, after: { ...record, name: 'Peking' } }, ...otherItems],
      labels: {},
      nextCursor: null,
    },
  };
  const data = {
    record,
    upcoming: [
      upcoming(70, 6, '2027-03-01T00:00', { country: 'TR', name: 'From March' }),
      upcoming(5, 7, '2027-04-06T00:00', { name: 'Peking' }),
      upcoming(71, 8, '2027-05-01T00:00', { country: 'JP' }),
    ],
  };
  // the casts: the functions under test use nothing but the data
  vi.spyOn(api, 'GET').mockImplementation(((path: string) => Promise.resolve({ data: answers[path] })) as never);
  vi.spyOn(api, 'send').mockResolvedValue({ status: 200, data } as never);
  return vi.spyOn(api, 'PUT');
}

// the cast: the adapters need only these members
const city = { key: 'city', schema: 'CityWrite', resource: '/cities' } as EntityUi;
const set = { id: 7, title: 'A set', showsLive: false };
const createAdapter = () => itemAdapter(city, set, () => Promise.resolve(record));

it('bases an item on what takes effect before the date of its set', async () => {
  const put = mockReads('2027-04-06T00:00');
  put.mockResolvedValue({ data: { item, changeSet: { id: 7 } } } as never);
  const adapter = createAdapter();
  expect((await adapter.load(44, null)).proposedChanges).toEqual([
    { pointer: '/country', value: 'TR' },
    { pointer: '/name', value: 'From March' },
    { pointer: '/name', value: 'Peking' },
  ]);
  const values = { code: 'BJS', name: 'Beiping', country: 'TR' };
  await adapter.save(44, 3, values, null);
  expect(put.mock.lastCall?.[1]).toMatchObject({
    body: { recordVersion: 3, values, basedOn: [{ id: 70, version: 2 }] },
  });

  const field = { pointer: '/basedOn/0', rule: 'changedSince' as const, message: 'Changed since.' };
  put.mockRejectedValue(new Problem({ status: 422, code: 422, message: 'One field', fields: [field] } as never));
  const message = 'upcoming.basisChanged';
  await expect(adapter.save(44, 3, values, null)).rejects.toMatchObject({ message, fields: [] });
});

it('tells an event that is not for the status of the record from a set that is not open any more', async () => {
  const put = mockReads(null);
  const adapter = createAdapter();
  await adapter.load(44, null);
  const refusal = { status: 409, code: 409, key: 'invalidTransition' as const, message: 'Not possible' };
  put.mockRejectedValueOnce(new Problem(refusal));
  const notOpen = { message: 'workingSet.notOpen' };
  await expect(adapter.save(44, 3, {}, null)).rejects.toMatchObject(notOpen);
  const event = { pointer: '/event', rule: 'notInStatus' as const, message: 'Not in its status.' };
  put.mockRejectedValueOnce(new Problem({ ...refusal, fields: [event] }));
  await expect(adapter.save(44, 3, {}, null)).rejects.toMatchObject({ message: 'Not in its status.', fields: [] });
});

it('bases an item of a set without a date on the live record', async () => {
  const put = mockReads(null);
  put.mockResolvedValue({ data: { item, changeSet: { id: 7 } } } as never);
  const adapter = createAdapter();
  expect((await adapter.load(44, null)).proposedChanges).toEqual([{ pointer: '/name', value: 'Peking' }]);
  await adapter.save(44, 3, { name: 'Beiping' }, null);
  expect(put.mock.lastCall?.[1]).toMatchObject({ body: { recordVersion: 3 } });
  expect(put.mock.lastCall?.[1]).not.toHaveProperty('body.basedOn');
});

it('refers to what the set renames by its new code, as nothing else can be saved', async () => {
  const renaming = { id: 6, entity: 'country', recordId: 1, before: { code: 'CN' }, after: { code: 'QN' } };
  const sameCode = { id: 8, entity: 'airline', recordId: 1, before: { code: 'BJS' }, after: { code: 'QB' } };
  mockReads(null, renaming, sameCode);
  expect(await createAdapter().load(44, null)).toMatchObject({ code: 'BJS', country: 'QN' });
});

it.each([
  [true, undefined],
  [false, [{ pointer: '/name', value: 'Peking' }]],
])('loads what a form shows if the band shows live values: %s', async (showsLive, proposedChanges) => {
  mockReads(null);
  const loaded = await recordAdapter(city, { set: { ...set, showsLive }, openSet: vi.fn() }).load(44, null);
  expect(loaded).toEqual({ ...record, ...(proposedChanges && { proposedChanges }) });
});

describe('after somebody else has changed the live record', () => {
  const before = { code: 'BJS', name: 'Pékin', country: 'CN' };
  const outdated = { ...item, recordVersion: 2, before, after: { ...before, name: 'Peking' } };

  /** Loads the live record, which is newer than the item; `values` are those on which the item is based. */
  function load(values: object, effectiveOn: string | null = null) {
    mockReads(effectiveOn);
    const answers = { items: [{ ...outdated, before: { ...before, ...values } }], labels: {}, nextCursor: null };
    vi.mocked(api.GET).mockImplementation(((path: string) =>
      Promise.resolve({
        data: path.endsWith('/items') ? answers : { changeSet: { id: 7, effectiveOn } },
      })) as never);
    return createAdapter().load(44, null);
  }
  const proposedChanges = [{ pointer: '/name', value: 'Peking' }];

  it('keeps what the item is based on where both change a field, so that the save reports the conflict', async () => {
    expect(await load({})).toEqual({ ...record, ...before, version: 2, proposedChanges });
  });

  it('takes the live values where they change other fields', async () => {
    expect(await load({ name: record.name, country: 'TW' })).toEqual({ ...record, proposedChanges });
  });

  it('bases the item on the live record where other sets come before it', async () => {
    expect(await load({}, '2027-04-06T00:00')).toMatchObject({ version: 3, name: record.name });
  });
});

describe('when somebody else has saved the record in the set since the form was opened', () => {
  const saved = { ...item, version: 3, by: 'editor', time: '2026-11-29T04:29:00Z' };
  const conflict = () =>
    new Problem({ status: 412, code: 412, key: 'versionConflict', message: 'Changed', current: saved } as never);

  it('says who has and when', async () => {
    mockReads(null).mockRejectedValue(conflict());
    const adapter = createAdapter();
    await adapter.load(44, null);
    const items = [{ ...saved, after: { ...record, name: 'Peiping' } }];
    const answer = { items, labels: {}, nextCursor: null, changeSet: { id: 7, status: 'open' } };
    // the cast: nothing else of the answer is read
    vi.mocked(api.GET).mockResolvedValue({ data: answer } as never);
    await expect(adapter.save(44, 3, { name: 'Beiping' }, null)).rejects.toMatchObject({
      status: 412,
      current: { id: 44, name: 'Peiping', updatedBy: 'editor', updateTime: saved.time, isSavedInSet: true },
    });
  });

  it('compares a record that the set creates by its values, too', async () => {
    const created = { ...item, recordId: null, action: 'create', after: { code: 'BJS', name: 'Beijing' } };
    mockReads(null).mockRejectedValue(conflict());
    const answer = { ...saved, recordId: null, action: 'create', after: { code: 'BJS', name: 'Peiping' } };
    // the casts: nothing else of the item and of the answer is read
    vi.mocked(api.GET).mockResolvedValue({
      data: { items: [answer], labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
    } as never);
    const adapter = itemAdapter(city, set, vi.fn(), created as never);
    await expect(adapter.save(null, null, { code: 'BJS', name: 'Beiping' }, null)).rejects.toMatchObject({
      status: 412,
      current: { id: 0, version: 3, name: 'Peiping', updatedBy: 'editor', isSavedInSet: true },
    });
  });
});
