import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import type { Step } from '../say.mjs';
import { newestServer } from './apt.ts';

/** Without root: fetches the packages and those they need that this system lacks, and unpacks them to `target`. */
export async function unpackServer(target: string, step: Step): Promise<void> {
  const draft = `${target}.new`;
  const debs = path.join(draft, 'debs');
  rmSync(draft, { recursive: true, force: true });
  for (const folder of ['debs', 'apt/state/lists/partial', 'apt/cache/archives/partial']) {
    mkdirSync(path.join(draft, folder), { recursive: true });
  }
  // Package lists and cache of our own, as the system's may be missing and only root may fetch them.
  const settings = [
    ['Dir::State', path.join(draft, 'apt/state')],
    ['Dir::State::status', '/var/lib/dpkg/status'],
    ['Dir::Cache', path.join(draft, 'apt/cache')],
    ['Debug::NoLocking', '1'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const onLine = (line: string) => step.tick(line);
  step.phase('fetching MariaDB with apt, without root');
  await run('apt-get', [...settings, '-q', 'update'], { onLine });
  await run('apt-get', [...settings, '-q', 'download', ...(await missingPackages(settings))], { cwd: debs, onLine });
  step.phase('unpacking it');
  for (const deb of readdirSync(debs)) await run('dpkg', ['-x', path.join(debs, deb), draft]);
  rmSync(debs, { recursive: true });
  rmSync(path.join(draft, 'apt'), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

/** What apt would install, which it tells anybody. */
async function missingPackages(settings: string[]): Promise<string[]> {
  const names = await newestServer(settings);
  const planned: string[] = [];
  await run('apt-get', [...settings, '--simulate', '--no-install-recommends', 'install', ...names], {
    onLine: (line) => planned.push(...(/^Inst (\S+)/.exec(line)?.slice(1) ?? [])),
  });
  return [...new Set([...names, ...planned])];
}
