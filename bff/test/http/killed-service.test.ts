/** @module-tag slow */
import { expect, test } from 'vitest';
import { fromJson } from '../../src/database/database.ts';
import { type Client, createClient } from '../kit/client.ts';
import { bodyFrom, type Country } from '../kit/countries.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';

const database = await useDatabase();
const { db } = database;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const WRITER_COUNT = 8;

async function signIn(url: string): Promise<Client> {
  const { token } = await createClient(url).ok('login', { body: { username: 'editor', password: demoPassword } });
  return createClient(url, token);
}

/** Creates and updates records until the connection breaks, and remembers the last acknowledged state of each. */
async function write(client: Client, codes: string[], acknowledged: Map<number, Country>): Promise<void> {
  for (const code of codes) {
    let { record } = await client.ok('createCountry', { body: { code, name: code } }, 201);
    acknowledged.set(record.id, record);
    for (let change = 1; change <= 3; change++) {
      const body = bodyFrom(record, { name: `${code} ${change}` });
      record = (await client.ok('updateCountry', { path: { id: record.id }, ifMatch: record.version, body })).record;
      acknowledged.set(record.id, record);
    }
  }
}

async function expectConsistentLog(acknowledged: Map<number, Country>) {
  const rows = await db('country').select('id', 'code', 'name', 'version');
  const log = await db('data_log').where('entity', 'country').orderBy('seq').select('record_id', 'version', 'after');
  const logByRecord = new Map<number, { versions: number[]; after: Country }>();
  for (const { record_id, version, after } of log) {
    const { versions = [] } = logByRecord.get(record_id) ?? {};
    logByRecord.set(record_id, { versions: [...versions, version], after: fromJson(after) });
  }
  expect([...logByRecord.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const { id, code, name, version } of rows) {
    const { versions, after } = logByRecord.get(id) ?? {};
    expect(versions).toEqual(Array.from({ length: version }, (_, index) => index + 1));
    expect(after).toMatchObject({ id, code, name, version });
  }
  const storedById = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { code, version }] of acknowledged) {
    expect(storedById.get(id)).toMatchObject({ code });
    expect(storedById.get(id).version).toBeGreaterThanOrEqual(version);
  }
}

test('kill -9 loses no acknowledged write and leaves no change without its log row', async () => {
  const existingCodes = new Set(await db('country').pluck('code'));
  const freeCodes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => !existingCodes.has(code));
  const acknowledged = new Map<number, Country>();

  for (let round = 0; round < 2; round++) {
    const service = await startServiceProcess(database.url);
    const client = await signIn(service.url);
    const acknowledgedBefore = acknowledged.size;
    const work = Array.from({ length: WRITER_COUNT }, (_, writer) => {
      const codes = freeCodes.filter((_, index) => index % (2 * WRITER_COUNT) === round * WRITER_COUNT + writer);
      return write(client, codes, acknowledged).then(
        () => 'done',
        () => 'broken',
      );
    });
    await expect
      .poll(() => acknowledged.size - acknowledgedBefore, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(20 + 10 * round);
    service.child.kill('SIGKILL');
    expect(await service.exited).toBe('SIGKILL');
    expect(await Promise.all(work)).toContain('broken');
    // The database may still commit or roll back the statements that the killed process had sent.
    await expect
      .poll(async () => {
        const [rows] = await db.raw('SELECT id FROM information_schema.processlist WHERE db = ?', [database.name]);
        return rows.length;
      })
      .toBe(1);
    await expectConsistentLog(acknowledged);
  }

  const service = await startServiceProcess(database.url);
  const client = await signIn(service.url);
  for (const { id } of [...acknowledged.values()].slice(0, 5)) {
    const { record } = await client.ok('getCountry', { path: { id } });
    const body = bodyFrom(record, { name: 'After restart' });
    await client.ok('updateCountry', { path: { id }, ifMatch: record.version, body });
  }
  await expectConsistentLog(acknowledged);
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
});
