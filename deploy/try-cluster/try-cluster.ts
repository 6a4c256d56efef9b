import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from '../../db/launcher/failure.mjs';
import { pollUntil } from '../../db/launcher/processes/poll-until.ts';
import type { Teardown } from '../../db/launcher/processes/teardown.mjs';
import type { Step } from '../../db/launcher/step-progress.mjs';
import { signIn } from './api.ts';
import { startInstallation } from './installation.ts';
import { killInTurn } from './kills.ts';
import { missingPositions, type Outcome, outcomeOf } from './outcome.ts';
import { startReader, startReceiver, startWatcher } from './subscribers.ts';
import { feedHead, readTruth } from './truth.ts';
import { startWrites } from './writes.ts';

const requiredPrograms = ['mariadbd', 'mariadb', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync', 'haproxy'];
const galeraLibrary = '/usr/lib/galera/libgalera_smm.so';
const writesPerSecond = 20;
const catchUpMs = 60_000;

/** Throws if a program is missing, and says what to install. */
export function assertProgramsInstalled(): void {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const missing = requiredPrograms.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`], { env }).status !== 0,
  );
  if (!existsSync(galeraLibrary)) missing.push(galeraLibrary);
  if (missing.length === 0) return;
  throw new Failure(
    `Missing: ${missing.join(', ')}.\n` +
      '  Debian, Ubuntu   sudo apt-get install --no-install-recommends mariadb-server galera-4 rsync haproxy\n' +
      '  (The services that these packages bring are not used, and may be disabled.)',
  );
}

/** Starts the installation, kills parts of it under continuous writes, and returns the outcome. */
export async function tryCluster(folder: string, step: Step, teardown: Teardown): Promise<Outcome> {
  const installation = await startInstallation(folder, step, teardown);
  const { url, nodes } = installation;
  const [first] = nodes;
  if (!first) throw new Error('There is no node.');
  const admin = await signIn(url, 'admin');
  const editor = await signIn(url, 'editor');
  const since = await feedHead(first, catchUpMs);
  const prompt = await startReceiver(admin.api, 'prompt-receiver', 0);
  const slow = await startReceiver(admin.api, 'slow-receiver', 40);
  const subscribers = [startReader(url, prompt.token, 'reader', since), prompt, slow];
  const watcher = startWatcher(url, admin.token, 'event-stream');
  for (const client of [...subscribers, watcher]) await teardown.addOrRun(() => client.close());
  step.phase(`${writesPerSecond} writes a second`);
  const writes = startWrites(editor.api, writesPerSecond);
  await teardown.addOrRun(() => writes.stop());
  const timesByActivity = new Map(
    [{ name: 'writes', times: writes.times }, ...subscribers, watcher].map(({ name, times }) => [name, times]),
  );

  const kills = await killInTurn(installation, timesByActivity, (text) => step.phase(text));
  await writes.stop();
  step.phase('waiting until all subscribers have all changes');
  const head = await feedHead(first, catchUpMs);
  const truths = await Promise.all(nodes.map((node) => readTruth(node, since, writes.acknowledged)));
  const expectedPositions = truths[0]?.positions ?? [];
  const complete = () => subscribers.every(({ changes }) => missingPositions(changes, expectedPositions).length === 0);
  await pollUntil(complete, { what: 'subscribers', withinMs: catchUpMs }).catch(() => undefined);
  return outcomeOf({ writes, truths, head, since, subscribers, watcher, kills });
}
