import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import type { Step } from '../step-progress.mjs';
import { newestMariadbPackages } from './apt.ts';

/** Fetches the server's packages and their missing dependencies, and unpacks them to `target`; needs no root. */
export async function unpackMariadb(target: string, step: Step): Promise<void> {
  const draft = beginDraft(target);
  const settings = aptSettings(draft, '/var/lib/dpkg/status');
  step.phase('fetching MariaDB with apt, without root');
  await run('apt-get', [...settings, '-q', 'update'], { onLine: (line) => step.tick(line) });
  await unpackPackages(draft, settings, await newestMariadbPackages(settings), step);
  finishDraft(draft, target);
}

/** Creates a draft of the target folder; `finishDraft` renames it when it is complete. */
export function beginDraft(target: string): string {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  for (const folder of ['debs', 'apt/state/lists/partial', 'apt/cache/archives/partial']) {
    mkdirSync(path.join(draft, folder), { recursive: true });
  }
  return draft;
}

/** Options for separate package lists and caches, because the system's may be missing and only root may fetch them. */
export function aptSettings(draft: string, status: string): string[] {
  return [
    ['Dir::State', path.join(draft, 'apt/state')],
    ['Dir::State::status', status],
    ['Dir::Cache', path.join(draft, 'apt/cache')],
    ['Debug::NoLocking', '1'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Unpacks packages and those of their dependencies that are not installed according to the status file in the settings. */
export async function unpackPackages(draft: string, settings: string[], names: string[], step: Step): Promise<void> {
  const debs = path.join(draft, 'debs');
  const missing = await missingPackages(settings, names);
  await run('apt-get', [...settings, '-q', 'download', ...missing], { cwd: debs, onLine: (line) => step.tick(line) });
  step.phase('unpacking it');
  for (const deb of readdirSync(debs)) await run('dpkg', ['-x', path.join(debs, deb), draft]);
}

export function finishDraft(draft: string, target: string): void {
  for (const folder of ['debs', 'apt']) rmSync(path.join(draft, folder), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

/** The packages that apt would install; a simulation needs no root. */
async function missingPackages(settings: string[], names: string[]): Promise<string[]> {
  const planned: string[] = [];
  await run('apt-get', [...settings, '--simulate', '--no-install-recommends', 'install', ...names], {
    onLine: (line) => planned.push(...(/^Inst (\S+)/.exec(line)?.slice(1) ?? [])),
  });
  return [...new Set([...names, ...planned])];
}
