import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { transact } from '../../src/database/database.ts';
import { readFeed } from '../../src/feed/read-feed.ts';
import { createClient } from '../kit/client.ts';
import type { Country } from '../kit/countries.ts';
import { useDatabase } from '../kit/database/database.ts';
import { LOCK_WAITS_INTERVAL_MS, listLockWaits } from '../kit/database/lock-waits.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';
import { range, sequenceAll, updateRecord } from './changes.ts';

const database = await useDatabase();
const { db } = database;

const readHead = async () => (await db('feed_mark').where('name', 'head').first()).position;
const countUnsequenced = async () => Number((await db('change_outbox').count({ n: '*' }).first())?.n);

async function isConnected(id: number): Promise<boolean> {
  const [rows] = await db.raw('SELECT id FROM information_schema.processlist WHERE id = ?', [id]);
  return rows.length > 0;
}

function startSequencer() {
  const child = fork(new URL('sequencer-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: database.url },
  });
  return { child, exited: once(child, 'exit') };
}

test('a sequencer killed within its transaction has assigned no positions', async () => {
  await sequenceAll(db);
  const head = await readHead();
  for (let id = 1; id <= 30; id++) await transact(db, (trx) => updateRecord(trx, 'country', id, { symbol: 'x' }));

  let sequencerWait: { id: number; written: number } | undefined;
  await db.transaction(async (trx) => {
    // The sequencer locks this row only after it has inserted into the feed.
    await trx('feed_kind').forUpdate();
    const { child, exited } = startSequencer();
    try {
      const countWrittenRows = async () => {
        [sequencerWait] = await listLockWaits(db);
        return sequencerWait?.written;
      };
      await expect.poll(countWrittenRows, { interval: LOCK_WAITS_INTERVAL_MS }).toBeGreaterThanOrEqual(30);
    } finally {
      child.kill('SIGKILL');
    }
    await exited;
  });
  await expect.poll(() => isConnected(sequencerWait?.id ?? 0)).toBe(false);

  expect([await readHead(), await countUnsequenced()]).toEqual([head, 30]);
  expect((await readFeed(db, { after: head, limit: 100 })).items).toEqual([]);
  expect(await sequenceAll(db)).toBe(30);
  const { items } = await readFeed(db, { after: head, limit: 100 });
  expect(items.map(({ position }) => position)).toEqual(range(30, head + 1));
  expect(items.map(({ recordId }) => recordId)).toEqual(range(30));
});

test('changes acknowledged before a kill -9 get their positions afterwards', async () => {
  await sequenceAll(db);
  const head = await readHead();
  const service = await startServiceProcess(database.url);
  const { token } = await createClient(service.url).ok('login', {
    body: { username: 'editor', password: demoPassword },
  });
  const editor = createClient(service.url, token);
  const createdCountries: Country[] = [];
  // This lock keeps sequencers from running.
  await db.transaction(async (trx) => {
    await trx('feed_mark').where('name', 'head').forUpdate();
    for (const code of ['XA', 'XB', 'XC', 'XD', 'XE'])
      createdCountries.push((await editor.ok('createCountry', { body: { code, name: code } }, 201)).record);
    service.child.kill('SIGKILL');
    expect(await service.exited).toBe('SIGKILL');
  });
  expect(await countUnsequenced()).toBe(5);
  expect(await sequenceAll(db)).toBe(5);
  const { items } = await readFeed(db, { after: head, limit: 100 });
  expect(items.map(({ record }) => record)).toEqual(createdCountries);
  expect(items.map(({ position }) => position)).toEqual(range(5, head + 1));
});
