import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './processes.mjs';
import { keptUnpacked, serverUrl } from './server/paths.ts';
import { type PrivateServer, privateServer } from './server/private-server.ts';
import { until } from './until.ts';

/**
 * A process with a durable server in a folder of its own, at its parent's word: `start` answers `{ url }`, `kill` (by
 * SIGKILL) answers `{ killed: true }`. Both end with the parent.
 */
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-durable-'));
const step = { phase: () => {}, tick: () => {}, done: () => {} };
let server: PrivateServer | undefined;
let stop = async () => {};

async function start() {
  server = await privateServer({
    ...{ dataDir, unpacked: keptUnpacked(), care: 'durable', step },
    onSpawn: (stopIt) => {
      stop = stopIt;
    },
  });
  return { url: serverUrl(server.socket) };
}

async function kill() {
  const { pid } = server ?? { pid: 0 };
  if (pid) process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), { what: 'the server to be gone', withinMs: 10_000 });
  return { killed: true };
}

process.on('message', (word) => {
  void (word === 'start' ? start() : kill()).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => {
  void stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
