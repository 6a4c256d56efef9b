import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, run } from '../db/launcher/command.mjs';
import { printProgress, type Result } from './measure/results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_MEGABYTES = 100;
const builtWorkspaces = ['bff', 'db', 'ui'] as const;

/** Measures the size of a production installation: packages and builds. */
export async function benchInstall(): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gazetteer-install-'));
  try {
    printProgress('installing for production, and building into an empty folder');
    copyManifests(folder);
    await npm(folder, 'ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline');
    for (const workspace of builtWorkspaces) {
      const target = path.join(folder, workspace, 'dist');
      const outputOptions = workspace === 'ui' ? ['--outDir', target, '--emptyOutDir'] : [target];
      await npm(root, 'run', 'build', '-w', workspace, '--', ...outputOptions);
    }
    const megabytes = Object.fromEntries(
      ['node_modules', ...builtWorkspaces].map((part) => [part, sizeOf(path.join(folder, part)) / 1e6]),
    );
    const totalMegabytes = Object.values(megabytes).reduce((sum, size) => sum + size, 0);
    const figures = Object.entries({ all: totalMegabytes, ...megabytes }).map(([part, size]) => [
      part,
      `${size.toFixed(1)} MB`,
    ]);
    return {
      case: 'install-size',
      ratio: totalMegabytes / MAX_MEGABYTES,
      goal: { atMost: 1 },
      figures: Object.fromEntries(figures),
    };
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
  const [command, ...commandArgs] = npmCommand();
  return run(command, [...commandArgs, ...args], { cwd });
}

/** Returns the size on disk without following symbolic links. */
function sizeOf(file: string): number {
  const entry = lstatSync(file);
  const ownBytes = entry.blocks * 512;
  if (!entry.isDirectory()) return ownBytes;
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), ownBytes);
}
