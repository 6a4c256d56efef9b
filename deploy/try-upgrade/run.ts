import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../../db/launcher/prepare/packages.mjs';
import { beginStep } from '../../db/launcher/step-progress.mjs';
import { Checkout } from './checkout.ts';
import { lastRelease } from './release.ts';
import { tryUpgrade } from './try-upgrade.ts';

const root = path.resolve(import.meta.dirname, '../..');
const server = process.env.TEST_DATABASE_SERVER;
if (!server) throw new Error('Run it with `npm run try-upgrade`, which starts the database server it needs.');

const { values } = parseArgs({ options: { load: { type: 'boolean', default: false } } });
const { version, commit } = lastRelease(root);
const folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-upgrade-'));
const releaseFolder = path.join(folder, version);
const database = new URL(server);
database.pathname = `/upgrade_${randomBytes(4).toString('hex')}`;
const env = {
  DATABASE_URL: database.href,
  JWT_SECRET: randomBytes(32).toString('hex'),
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: '1',
  DRAIN_SECONDS: '0',
  MAIL_DIR: path.join(folder, 'mail'),
};

try {
  execFileSync('git', ['worktree', 'add', '--detach', releaseFolder, commit], { cwd: root, stdio: 'ignore' });
  await installPackages(releaseFolder, beginStep(`Packages of ${version}`));
  const release = new Checkout(`release ${version}`, releaseFolder, env);
  const next = new Checkout('this version', root, env);
  for (const checkout of [release, next]) checkout.build();
  const step = beginStep('Upgrade');
  const { report, broken } = await tryUpgrade(release, next, { loadOnly: values.load, reportProgress: step.phase });
  for (const line of report) console.log(`✓ ${line}`);
  for (const line of broken) console.log(`✗ ${line}`);
  console.log(`${report.length} passed, ${broken.length} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', releaseFolder], { cwd: root, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}
