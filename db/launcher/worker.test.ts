import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDataFolder, type DataFolder, Launch } from './fixtures/launch.ts';
import { serverUrl } from './server/paths.ts';

let data: DataFolder;
let launches: Launch[] = [];

beforeEach(() => {
  data = createDataFolder();
  launches = [];
});
afterEach(async () => {
  // Workers first, because they use the database of the start.
  for (const launch of launches.reverse()) await launch.kill('SIGKILL');
  await data.remove();
});

function launch(start: string, env: NodeJS.ProcessEnv = {}): Launch {
  const launched = new Launch(data.folder, env, false, start);
  launches.push(launched);
  return launched;
}
const worker = (env: NodeJS.ProcessEnv = {}) =>
  launch('start-with-fake-worker.mjs', { ENVIRONMENT_FILE: path.join(data.folder, 'worker-env.json'), ...env });
const workerEnv = () => JSON.parse(data.read('worker-env.json'));

test('any number of workers use the database of a start on the same folder, until they are stopped', {
  tags: ['slow'],
}, async () => {
  const url = await launch('start-with-fake-bff.mjs').url();
  const workers = [worker(), worker()];
  for (const each of workers) await each.waitForOutput(/A worker is at work/);
  expect(workerEnv()).toEqual({
    CONSOLE_URL: url,
    DATABASE_URL: serverUrl(data.paths.socket, 'gazetteer'),
    MAIL_DIR: path.join(data.folder, 'mail'),
  });
  for (const each of workers) expect(await each.kill('SIGTERM')).toBe(0);
});

test('uses the database of DATABASE_URL, without JWT_SECRET', async () => {
  const DATABASE_URL = 'mysql://me@localhost/places';
  const each = worker({ DATABASE_URL });
  await each.waitForOutput(/A worker is at work/);
  expect(workerEnv()).toMatchObject({ DATABASE_URL, CONSOLE_URL: '' });
  expect(await each.kill('SIGINT')).toBe(0);
});

test('explains what to do if no database runs', async () => {
  const each = worker();
  expect(await each.exited).toBe(1);
  expect(each.output).toMatch(/No database runs in .+ Run npm start there first, or set DATABASE_URL\./);
});
