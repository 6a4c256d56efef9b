import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pollUntil } from './processes/poll-until.ts';
import { isAlive } from './processes/processes.mjs';
import { serverUrl, sharedServerFolders } from './server/paths.ts';
import { ensurePrivateServer, type PrivateServer } from './server/private-server.ts';

/**
 * A helper process for crash tests that runs a durable database server. The parent sends `start`, which returns `{ url }`, or
 * `kill` (SIGKILL), which returns `{ killed: true }`. It ends with its parent.
 */
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-durable-'));
const step = { phase: () => {}, tick: () => {}, done: () => {} };
let server: PrivateServer | undefined;
let stop = async () => {};

async function start() {
  server = await ensurePrivateServer({
    dataDir,
    unpacked: sharedServerFolders(),
    durability: 'durable',
    step,
    onSpawn: (stopServer) => {
      stop = stopServer;
    },
  });
  return { url: serverUrl(server.socket) };
}

async function kill() {
  const { pid } = server ?? { pid: 0 };
  if (pid) process.kill(pid, 'SIGKILL');
  await pollUntil(() => !isAlive(pid), { what: 'the server to be gone', withinMs: 10_000 });
  return { killed: true };
}

process.on('message', (command) => {
  void (command === 'start' ? start() : kill()).then(
    (response) => process.send?.(response),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => {
  void stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
