import { expect, test } from 'vitest';
import { LOCK_WAITS_INTERVAL_MS, listLockWaits } from '../kit/database/lock-waits.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;

/** Exceeds the number of rows that one statement writes. */
const ROW_COUNT = 400;
const codes = Array.from({ length: ROW_COUNT }, (_, index) => `LOCK${String(index).padStart(3, '0')}`);
const pollOptions = { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS };

test('rows of a transaction that lost a deadlock are written once by the next attempt', async () => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });

  // The database rolls back the transaction that has written less, which is the import because this one writes 3000 rows.
  const winningTransaction = await db.transaction();
  try {
    await winningTransaction('import_row').insert(
      Array.from({ length: 3000 }, (_, n) => ({ import_id: id, n: n + 10_000, line: n + 10_000, state: 'refused' })),
    );
    await winningTransaction('city').where('code', 'SHA').update({ code: codes[150] });
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const appliedImport = imports.runTasks(editor, id);
    await expect.poll(() => listLockWaits(db), pollOptions).toHaveLength(1);
    await winningTransaction('city').where('code', codes[0]).forUpdate();
    await winningTransaction.rollback();
    expect((await appliedImport).outcomes).toEqual({ created: ROW_COUNT });
  } finally {
    if (!winningTransaction.isCompleted()) await winningTransaction.rollback();
  }
  expect(await db('city').where('code', 'like', 'LOCK%').pluck('code')).toHaveLength(ROW_COUNT);
});
