import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Release {
  version: string;
  commit: string;
}

/** The newest release that CHANGELOG.md names: its tag or, in a clone without tags, the commit that added its heading. */
export function lastRelease(root: string): Release {
  const version = newestVersion(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));
  if (!version) throw new Error('CHANGELOG.md names no release.');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const [tagged] = git('tag', '--list', `v${version}`).split('\n');
  const commit = tagged
    ? git('rev-list', '-1', tagged)
    : git('log', '--format=%H', '--reverse', `-S## ${version} `, '--', 'CHANGELOG.md').split('\n')[0];
  if (!commit) throw new Error(`No commit brought the heading of ${version} into CHANGELOG.md; is it committed?`);
  return { version, commit };
}

/** The first heading such as `## 0.1.0 (2026-11-23)`; the heading of unreleased changes has no number. */
export function newestVersion(changelog: string): string | undefined {
  return /^## (\d+\.\d+\.\d+) /m.exec(changelog)?.[1];
}
