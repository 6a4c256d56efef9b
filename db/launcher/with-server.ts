import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopInstallCommands } from './command.mjs';
import { Failure } from './failure.mjs';
import { isAlive } from './processes/processes.mjs';
import { Teardown } from './processes/teardown.mjs';
import { serverUrl, sharedServerFolders } from './server/paths.ts';
import { ensurePrivateServer, removeServer } from './server/private-server.ts';
import type { Flavour } from './server/program.ts';
import { beginStep } from './step-progress.mjs';

const folderPrefix = 'gazetteer-test-';

/** Runs a command with a throwaway database server in TEST_DATABASE_SERVER, and returns the command's exit code. */
export async function withServer([command = '', ...args]: string[]): Promise<number> {
  const teardown = new Teardown();
  try {
    if (process.env.TEST_DATABASE_SERVER) return await runCommand(command, args, process.env);
    teardown.runOnSignals(() => {
      stopInstallCommands();
      void teardown.run().then(() => process.exit(1));
    });
    const server = await startThrowawayServer(teardown);
    return await runCommand(command, args, { ...process.env, ...server }, teardown);
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return 1;
  } finally {
    await teardown.run();
  }
}

/** The command's environment: the server's address and, if a flavour was requested, the program for further servers. */
async function startThrowawayServer(teardown: Teardown): Promise<NodeJS.ProcessEnv> {
  const flavour = requestedFlavour(process.env.TEST_DATABASE);
  const folder = temporaryFolder();
  await removeAbandoned(folder);
  const dataDir = mkdtempSync(path.join(folder, `${folderPrefix}${process.pid}-`));
  await teardown.addOrRun(() => rmSync(dataDir, { recursive: true, force: true }));
  const step = beginStep('Test database');
  const onSpawn = (stop: () => Promise<void>) => void teardown.addOrRun(stop);
  const options = { dataDir, unpacked: sharedServerFolders(), flavour, durability: 'throwaway' as const };
  const server = await ensurePrivateServer({ ...options, step, onSpawn });
  step.done(server.summary);
  return { TEST_DATABASE_SERVER: serverUrl(server.socket), ...(flavour && { MYSQLD: server.daemon }) };
}

function requestedFlavour(name: string | undefined): Flavour | undefined {
  if (!name) return undefined;
  if (name === 'mariadb' || name === 'mysql') return name;
  throw new Failure(`TEST_DATABASE is “${name}”: it has to be mariadb or mysql.`);
}

/** A killed test run leaves its server behind; the folder name has the pid of its owner. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(folderPrefix))) {
    const owner = Number(name.slice(folderPrefix.length).split('-')[0]);
    if (!isAlive(owner)) await removeServer(path.join(folder, name));
  }
}

/** Prefers /dev/shm if it has enough space, because tests create dozens of databases. */
function temporaryFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 ** 30 ? memory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** Runs a command. The teardown stops it and waits for its end, because until then it uses the server. */
function runCommand(command: string, args: string[], env: NodeJS.ProcessEnv, teardown?: Teardown): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  teardown?.abortSignal.addEventListener('abort', () => child.kill('SIGKILL'));
  void teardown?.addOrRun(async () => {
    child.kill('SIGTERM');
    // whoever awaits the command gets its failure
    await exitCode.catch(() => {});
  });
  return exitCode;
}
