import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, run } from './command.mjs';
import type { Step } from './say.mjs';

/** What the built ui and the generated files are made from. */
const sources = ['openapi.yaml', 'package-lock.json', 'bff/generate.ts', 'bff/contract-source.ts', 'ui'];

export const builtUi = 'ui/dist';

/** Generates and builds when the sources are not those of the last build. */
export async function buildUi(root: string, step: Step): Promise<void> {
  const stamp = path.join(root, builtUi, '.gazetteer-sources');
  const wanted = fingerprint(root);
  const upToDate = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  const generated = filesUnder(path.join(root, 'bff/src')).some((file) => file.endsWith('.gen.ts'));
  if (upToDate && generated) return step.done('up to date');
  step.phase('generating code from the contract');
  await npm(root, ['run', 'generate'], step);
  if (upToDate) return step.done('generated');
  step.phase('building the ui');
  await npm(root, ['run', 'build', '-w', 'ui'], step);
  writeFileSync(stamp, wanted);
  step.done('built');
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(path.join(root, source)).filter(isSource).sort()) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function isSource(file: string): boolean {
  return !file.includes('.gen.') && !file.includes('.test.');
}

const notSources = new Set(['node_modules', 'dist', '.test-output']);

function filesUnder(place: string): string[] {
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true });
  const isFolder = entries.some((entry) => entry.name === path.basename(place) && entry.isDirectory());
  if (!isFolder) return [place];
  return readdirSync(place)
    .filter((name) => !notSources.has(name))
    .flatMap((name) => filesUnder(path.join(place, name)));
}

export function npm(root: string, args: string[], step: Step): Promise<void> {
  const [command, ...before] = npmCommand();
  return run(command, [...before, ...args], { cwd: root, onLine: (line) => step.tick(line) });
}
