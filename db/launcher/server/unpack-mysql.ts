import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';
import type { Step } from '../step-progress.mjs';
import { newestPackage } from './apt.ts';
import { aptSettings, beginDraft, finishDraft, unpackPackages } from './unpack.ts';

/** The only Debian suite that has MySQL. */
const debianSuite = 'sid';
const debianKeys = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Unpacks MySQL with all of its libraries including the C library, because its suite may be newer than the system. The
 * `mysqld` script in the target folder runs it with that library's loader.
 */
export async function unpackMysql(target: string, step: Step): Promise<void> {
  const draft = beginDraft(target);
  const status = path.join(draft, 'apt/status');
  writeFileSync(status, '');
  const settings = aptSettings(draft, status);
  const update = () => run('apt-get', [...settings, '-q', 'update'], { onLine: (line) => step.tick(line) });
  step.phase('fetching MySQL with apt, without installing it');
  await update();
  const debian = await debianMirror(settings);
  if (debian) {
    const sources = path.join(draft, 'apt/sources.list');
    writeFileSync(sources, `deb [signed-by=${debianKeys}] ${debian} ${debianSuite} main\n`);
    settings.push('-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=-');
    await update();
  }
  await unpackPackages(draft, settings, [await newestPackage('mysql-server-core', settings)], step);
  writeFileSync(path.join(draft, 'mysqld'), startScript(draft), { mode: 0o755 });
  finishDraft(draft, target);
}

/** The URL of this system's Debian mirror, or undefined if it is another distribution. */
async function debianMirror(settings: string[]): Promise<string | undefined> {
  const mirrors: string[] = [];
  // Origin alone would also match security updates and backports; the label is only the main archive's.
  const filters = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  await run('apt-get', [...settings, 'indextargets', '--format', '$(REPO_URI)', ...filters], {
    onLine: (line) => mirrors.push(line),
  });
  return mirrors[0];
}

/** A script that runs the server with the loader and libraries that were unpacked with it. */
function startScript(draft: string): string {
  const entriesOf = (folder: string) => filesIn(path.join(draft, folder)).map((name) => `${folder}/${name}`);
  const libraries = ['usr/lib', 'lib'].flatMap(entriesOf).filter((folder) => folder.includes('-linux-gnu'));
  const loader = libraries.flatMap(entriesOf).find((file) => /\/ld-linux[\w-]*\.so\.\d+$/.test(file));
  if (!loader) throw new Failure('The C library that came with MySQL has no loader.');
  return `#!/bin/sh
home=$(dirname "$0")
exec "$home/${loader}" --library-path "${libraries.map((each) => `$home/${each}`).join(':')}" "$home/usr/sbin/mysqld" "$@"
`;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
