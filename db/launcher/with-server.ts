import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopCommands } from './command.mjs';
import { Failure } from './failure.mjs';
import { beginStep } from './say.mjs';
import { serverUrl } from './server/paths.ts';
import { privateServer } from './server/private-server.ts';
import { Teardown } from './teardown.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs a command with a throwaway server in TEST_DATABASE_SERVER, and answers with the command's exit code. */
export async function withServer([command = '', ...args]: string[]): Promise<number> {
  if (process.env.TEST_DATABASE_SERVER) return runCommand(command, args, process.env);
  const teardown = new Teardown();
  teardown.runOnSignals(() => {
    stopCommands();
    void teardown.run().then(() => process.exit(1));
  });
  try {
    const url = await throwawayServer(teardown);
    return await runCommand(command, args, { ...process.env, TEST_DATABASE_SERVER: url }, teardown);
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return 1;
  } finally {
    await teardown.run();
  }
}

async function throwawayServer(teardown: Teardown): Promise<string> {
  const dataDir = mkdtempSync(path.join(roomyFolder(), 'gazetteer-test-'));
  await teardown.add(() => rmSync(dataDir, { recursive: true, force: true }));
  // An unpacked server is kept with the project, not thrown away with the data.
  const unpacked = path.resolve(root, process.env.DATA_DIR || '.data', 'mariadb');
  const step = beginStep('Database');
  const onSpawn = (stop: () => Promise<void>) => void teardown.add(stop);
  const server = await privateServer({ dataDir, unpacked, care: 'throwaway', step, onSpawn });
  step.done(server.summary);
  return serverUrl(server.socket);
}

/** Memory, where there is enough of it: tests create databases by the dozen. */
function roomyFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 ** 30 ? memory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

function runCommand(command: string, args: string[], env: NodeJS.ProcessEnv, teardown?: Teardown): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    void teardown?.add(() => child.kill('SIGTERM'));
    child.once('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
