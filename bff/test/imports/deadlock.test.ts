import { expect, test } from 'vitest';
import { setUp } from './kit.ts';

const { service, imports, editor } = await setUp();
const { db } = service;

// more than are written in one statement
const count = 400;
const codes = Array.from({ length: count }, (_, index) => `LOCK${String(index).padStart(3, '0')}`);
// InnoDB looks anew only after a tenth of a second without a question
const within = { timeout: 30_000, interval: 150 };

/** How many transactions wait for this one. */
const waitingFor = async (connection: number): Promise<number> => {
  const [[{ n }]] = await db.raw(
    `SELECT COUNT(*) AS n FROM information_schema.innodb_lock_waits AS waits
     JOIN information_schema.innodb_trx AS trx ON trx.trx_id = waits.blocking_trx_id WHERE trx.trx_mysql_thread_id = ?`,
    [connection],
  );
  return Number(n);
};

test('rows whose transaction the database ended for a deadlock are written once, by the next try', async () => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  const { id } = await imports.staged(editor, { entity: 'city', content });

  // it has written more than the import, which therefore is the one to give way
  const other = await db.transaction();
  try {
    const [[{ connection }]] = await other.raw('SELECT CONNECTION_ID() AS connection');
    await other('import_row').insert(
      Array.from({ length: 3000 }, (_, n) => ({ import_id: id, n: n + 10_000, line: n + 10_000, state: 'refused' })),
    );
    await other('city').where('code', 'SHA').update({ code: codes[150] });
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const working = imports.work(editor, id);
    await expect.poll(() => waitingFor(connection), within).toBeGreaterThan(0);
    await other('city').where('code', codes[0]).forUpdate();
    await other.rollback();
    expect((await working).outcomes).toEqual({ created: count });
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
  expect(await db('city').where('code', 'like', 'LOCK%').pluck('code')).toHaveLength(count);
});
