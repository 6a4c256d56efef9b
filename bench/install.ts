import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, run } from '../db/launcher/command.mjs';
import { type Result, say } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const most = 100;
const programs = ['bff', 'db', 'ui'] as const;

/** Measures the size of a production installation: packages and builds. */
export async function benchInstall(): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gazetteer-install-'));
  try {
    say('installing for production, and building into an empty folder');
    copyManifests(folder);
    await npm(folder, 'ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline');
    for (const workspace of programs) {
      const target = path.join(folder, workspace, 'dist');
      const where = workspace === 'ui' ? ['--outDir', target, '--emptyOutDir'] : [target];
      await npm(root, 'run', 'build', '-w', workspace, '--', ...where);
    }
    const megabytes = Object.fromEntries(
      ['node_modules', ...programs].map((part) => [part, sizeOf(path.join(folder, part)) / 1e6]),
    );
    const all = Object.values(megabytes).reduce((sum, size) => sum + size, 0);
    const figures = Object.entries({ all, ...megabytes }).map(([part, size]) => [part, `${size.toFixed(1)} MB`]);
    return { case: 'install-size', ratio: all / most, goal: { atMost: 1 }, figures: Object.fromEntries(figures) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyManifests(folder: string): void {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(root, file), path.join(folder, file));
  for (const workspace of workspaces) {
    mkdirSync(path.join(folder, workspace));
    cpSync(path.join(root, workspace, 'package.json'), path.join(folder, workspace, 'package.json'));
  }
}

function npm(cwd: string, ...args: string[]): Promise<void> {
  const [command, ...before] = npmCommand();
  return run(command, [...before, ...args], { cwd });
}

/** The size on disk; symbolic links are not followed. */
function sizeOf(place: string): number {
  const entry = lstatSync(place);
  const own = entry.blocks * 512;
  if (!entry.isDirectory()) return own;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), own);
}
