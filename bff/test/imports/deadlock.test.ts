import { expect, test } from 'vitest';
import { LOCK_WAITS_INTERVAL_MS, listLockWaits } from '../kit/lock-waits.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;

// more rows than one statement writes
const ROW_COUNT = 400;
const codes = Array.from({ length: ROW_COUNT }, (_, index) => `LOCK${String(index).padStart(3, '0')}`);
const pollOptions = { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS };

test('rows of a transaction that lost a deadlock are written once by the next attempt', async () => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });

  // the database rolls back the transaction that has written less, which is then the import
  const other = await db.transaction();
  try {
    await other('import_row').insert(
      Array.from({ length: 3000 }, (_, n) => ({ import_id: id, n: n + 10_000, line: n + 10_000, state: 'refused' })),
    );
    await other('city').where('code', 'SHA').update({ code: codes[150] });
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const applying = imports.runTasks(editor, id);
    await expect.poll(() => listLockWaits(db), pollOptions).toHaveLength(1);
    await other('city').where('code', codes[0]).forUpdate();
    await other.rollback();
    expect((await applying).outcomes).toEqual({ created: ROW_COUNT });
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
  expect(await db('city').where('code', 'like', 'LOCK%').pluck('code')).toHaveLength(ROW_COUNT);
});
