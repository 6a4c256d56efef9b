import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromJson } from '../../src/database/database.ts';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  editor = await service.as('editor');
});
afterAll(() => service.stop());

const readLog = async (id: number) => {
  const rows = await service.db('data_log').where({ entity: 'country', record_id: id }).orderBy('seq');
  return rows.map((row) => ({
    ...row,
    before: fromJson<Country | null>(row.before),
    after: fromJson<Country | null>(row.after),
  }));
};

test('every write adds exactly one row, whose “after” is the record in the answer', async () => {
  const createdCountry = await countries.createPending();
  const { id } = createdCountry;
  const call = { path: { id }, ifMatch: 1, body: bodyFrom(createdCountry, { name: 'Second', symbol: '¤' }) };
  const updatedCountry = (await editor.ok('updateCountry', call)).record;
  const rejectedCountry = await countries.transition(updatedCountry, 'reject', 'not so');
  const resubmittedCountry = await countries.transition(rejectedCountry, 'resubmit');
  const approvedCountry = await countries.transition(resubmittedCountry, 'approve');
  const activeCountry = await countries.transition(approvedCountry, 'activate');
  const inactiveCountry = await countries.transition(activeCountry, 'deactivate');
  await editor.ok('deleteCountry', { path: { id }, ifMatch: inactiveCountry.version });
  const restoredCountry = (await editor.ok('restoreCountry', { path: { id }, body: { version: 1 } })).record;

  const states = [
    null,
    createdCountry,
    updatedCountry,
    rejectedCountry,
    resubmittedCountry,
    approvedCountry,
    activeCountry,
    inactiveCountry,
    null,
    restoredCountry,
  ];
  const actions = [
    ['create', 'editor'],
    ['update', 'editor'],
    ['reject', 'reviewer'],
    ['resubmit', 'editor'],
    ['approve', 'reviewer'],
    ['activate', 'reviewer'],
    ['deactivate', 'reviewer'],
    ['delete', 'editor'],
    ['restore', 'editor'],
  ];
  const log = await readLog(id);
  expect(log.map(({ action, actor }) => [action, actor])).toEqual(actions);
  expect(log.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(log.map(({ before }) => before)).toEqual(states.slice(0, -1));
  expect(log.map(({ after }) => after)).toEqual(states.slice(1));
  expect(log.map(({ code }) => code)).toEqual(actions.map(() => createdCountry.code));
  const { id: actorId } = await service.db('user').where('username', 'editor').first('id');
  expect(log[0]).toMatchObject({ actor_id: actorId, reason: null, proposer: null });
  expect(log[2]).toMatchObject({ reason: 'not so' });
  expect(log.at(-1)?.time.toISOString()).toBe(restoredCountry.updateTime);
});

describe('a write and its log row', () => {
  const countRows = async () => {
    const [[log], [rows]] = await Promise.all([
      service.db('data_log').count({ n: '*' }),
      service.db('country').sum({ n: 'version' }),
    ]);
    return { log: Number(log?.n), versions: Number(rows?.n) };
  };

  test('are both missing if the write is refused', async () => {
    const country = await countries.createActive();
    const rowsBefore = await countRows();
    const path = { path: { id: country.id } };
    const versionedPath = { ...path, ifMatch: country.version };
    await editor.expectRefusal('createCountry', { body: { code: 'CN', name: 'x' } }, 'duplicateCode');
    await editor.expectRefusal(
      'updateCountry',
      { ...versionedPath, body: bodyFrom(country, { code: 'CN' }) },
      'duplicateCode',
    );
    await editor.expectRefusal('updateCountry', { ...path, ifMatch: 1, body: bodyFrom(country) }, 'versionConflict');
    await editor.ok('updateCountry', { ...versionedPath, body: bodyFrom(country, { name: 'Proposed' }) }, 202);
    expect(await countRows()).toEqual(rowsBefore);
  });

  test('are both undone if the log row fails', async () => {
    const country = await countries.createPending();
    const rowsBefore = await countRows();
    await service.db.raw('ALTER TABLE data_log RENAME TO data_log_away');
    const body = await countries.countryBody();
    try {
      await editor.expectRefusal('createCountry', { body }, 'serverError');
      const updateParts = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Lost' }) };
      await editor.expectRefusal('updateCountry', updateParts, 'serverError');
    } finally {
      await service.db.raw('ALTER TABLE data_log_away RENAME TO data_log');
    }
    expect(await countRows()).toEqual(rowsBefore);
    expect(await countries.get(country.id)).toEqual(country);
    expect(await service.db('country').where('code', body.code)).toEqual([]);
  });

  test('leave no field values in the log of the service if they fail', async () => {
    const logText = JSON.stringify(service.logLines.filter(({ level }) => Number(level) >= 50));
    expect(logText).toContain('data_log');
    expect(logText).not.toContain('Lost');
  });
});

test('the records of the starter set are in the log with their current values', async () => {
  const { record } = await editor.ok('getCountry', { path: { id: 1 } });
  const [row] = await readLog(1);
  expect(row).toMatchObject({ action: 'create', actor: 'system', version: 1, after: record });
});
