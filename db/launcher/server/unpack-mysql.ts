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
  step.phase('fetching MySQL with apt, beside the system');
  await update();
  const debian = await debianMirror(settings);
  if (debian) {
    const sources = path.join(draft, 'apt/sources.list');
    writeFileSync(sources, `deb [signed-by=${debianKeys}] ${debian} ${debianSuite} main\n`);
    settings.push('-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=-');
    await update();
  }
  await unpackPackages(draft, settings, [await newestPackage('mysql-server-core', settings)], step);
  writeFileSync(path.join(draft, 'mysqld'), starter(draft), { mode: 0o755 });
  finishDraft(draft, target);
}

/** Where this system gets Debian from; undefined where it is another distribution. */
async function debianMirror(settings: string[]): Promise<string | undefined> {
  const mirrors: string[] = [];
  // a label is of the main archive, where the origin is of its security updates and backports too
  const wanted = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  await run('apt-get', [...settings, 'indextargets', '--format', '$(REPO_URI)', ...wanted], {
    onLine: (line) => mirrors.push(line),
  });
  return mirrors[0];
}

function starter(draft: string): string {
  const inside = (folder: string) => filesIn(path.join(draft, folder)).map((name) => `${folder}/${name}`);
  const libraries = ['usr/lib', 'lib'].flatMap(inside).filter((folder) => folder.includes('-linux-gnu'));
  const loader = libraries.flatMap(inside).find((file) => /\/ld-linux[\w-]*\.so\.\d+$/.test(file));
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
