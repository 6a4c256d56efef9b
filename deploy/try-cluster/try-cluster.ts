import { pollUntil } from '../../db/launcher/poll-until.ts';
import type { Step } from '../../db/launcher/step-progress.mjs';
import type { Teardown } from '../../db/launcher/teardown.mjs';
import { signIn } from './api.ts';
import { startInstallation } from './installation.ts';
import { killInTurn } from './kills.ts';
import { missing, type Outcome, outcomeOf } from './outcome.ts';
import { startReader, startReceiver, startWatcher } from './subscribers.ts';
import { feedHead, truthOf } from './truth.ts';
import { startWrites } from './writes.ts';

const writesPerSecond = 20;
const catchUpMs = 60_000;

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
  for (const each of [...subscribers, watcher]) await teardown.add(() => each.close());
  step.phase(`${writesPerSecond} writes a second`);
  const writes = startWrites(editor.api, writesPerSecond);
  await teardown.add(() => writes.stop());
  const watched = new Map(
    [{ name: 'writes', times: writes.times }, ...subscribers, watcher].map((each) => [each.name, each.times]),
  );

  const killed = await killInTurn(installation, watched, (text) => step.phase(text));
  await writes.stop();
  step.phase('waiting until everybody has everything');
  const head = await feedHead(first, catchUpMs);
  const truths = await Promise.all(nodes.map((node) => truthOf(node, since, writes.acknowledged)));
  const wanted = truths[0]?.positions ?? [];
  const complete = () => subscribers.every(({ changes }) => missing(changes, wanted).length === 0);
  await pollUntil(complete, { what: 'subscribers', withinMs: catchUpMs }).catch(() => undefined);
  return outcomeOf({ writes, truths, head, since, subscribers, watcher, killed });
}
