import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { expect, test } from 'vitest';
import { connect } from '../../src/database.ts';
import { isDatabaseUnreachable, toProblem } from '../../src/http/errors.ts';

const nowhere = '/nowhere/at.all';
const failed = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error) => error);

test('a database whose socket is not there is out of reach', async () => {
  const error = await failed(once(connectSocket(nowhere), 'connect'));
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test('it is so for the driver too', async () => {
  const db = connect(`mysql://nobody@localhost/none?socketPath=${nowhere}`);
  expect(toProblem(await failed(db.raw('SELECT 1')))?.key).toBe('requestTimeout');
  await db.destroy();
});

test('a file of the product that is not there is no matter of trying again', async () => {
  const error = await failed(readFile(nowhere));
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(toProblem(error)).toBeUndefined();
});
