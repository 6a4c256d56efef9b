import { expect, test } from 'vitest';
import { LOCK_WAITS_INTERVAL_MS, listLockWaits } from '../kit/lock-waits.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;

// more rows than one statement writes
const count = 400;
const codes = Array.from({ length: count }, (_, index) => `LOCK${String(index).padStart(3, '0')}`);
const within = { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS };

test('rows of a transaction that lost a deadlock are written once by the next attempt', async () => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });

  // it has written more than the import, which therefore is the one to give way
  const other = await db.transaction();
  try {
    await other('import_row').insert(
      Array.from({ length: 3000 }, (_, n) => ({ import_id: id, n: n + 10_000, line: n + 10_000, state: 'refused' })),
    );
    await other('city').where('code', 'SHA').update({ code: codes[150] });
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const working = imports.runTasks(editor, id);
    await expect.poll(() => listLockWaits(db), within).toHaveLength(1);
    await other('city').where('code', codes[0]).forUpdate();
    await other.rollback();
    expect((await working).outcomes).toEqual({ created: count });
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
  expect(await db('city').where('code', 'like', 'LOCK%').pluck('code')).toHaveLength(count);
});
