import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { expect, test } from 'vitest';
import { connect } from '../../src/database/database.ts';
import { isDatabaseUnavailable, toProblem } from '../../src/http/errors.ts';

const MISSING_PATH = '/nowhere/at.all';
const errorOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error) => error);

test('a missing socket counts as an unreachable database', async () => {
  const error = await errorOf(once(connectSocket(MISSING_PATH), 'connect'));
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('the driver’s error for a missing socket is reported as a timeout', async () => {
  const db = connect(`mysql://nobody@localhost/none?socketPath=${MISSING_PATH}`);
  expect(toProblem(await errorOf(db.raw('SELECT 1')))?.key).toBe('requestTimeout');
  await db.destroy();
});

test('a missing file does not count as an unreachable database', async () => {
  const error = await errorOf(readFile(MISSING_PATH));
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(toProblem(error)).toBeUndefined();
});
