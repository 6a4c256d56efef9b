import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, run } from './command.mjs';
import type { Step } from './say.mjs';

interface Product {
  what: string;
  workspace: string;
  /** Where it is built. */
  folder: string;
  sources: string[];
}

/** What the generated files are made from. */
const generated = [
  'openapi.yaml',
  'package-lock.json',
  'bff/generate.ts',
  'bff/generate-outlines.ts',
  'bff/contract-source.ts',
];

export const ui: Product = { what: 'the ui', workspace: 'ui', folder: 'ui/dist', sources: [...generated, 'ui'] };
export const service: Product = {
  what: 'the service',
  workspace: 'bff',
  folder: 'bff/dist',
  sources: [...generated, 'db/migrations', 'bff/build.ts', 'bff/src'],
};

/** Generates and builds what is not of the present sources. */
export async function build(root: string, step: Step, products = [ui, service]): Promise<void> {
  const stale = products.filter((product) => !isUpToDate(root, product));
  const isGenerated = filesUnder(path.join(root, 'bff/src')).some((file) => file.endsWith('.gen.ts'));
  if (stale.length === 0 && isGenerated) return step.done('up to date');
  step.phase('generating code from the contract');
  await npm(root, ['run', 'generate'], step);
  for (const product of stale) {
    step.phase(`building ${product.what}`);
    await npm(root, ['run', 'build', '-w', product.workspace], step);
    writeFileSync(stampOf(root, product), fingerprint(root, product));
  }
  step.done(stale.length === 0 ? 'generated' : 'built');
}

const stampOf = (root: string, { folder }: Product) => path.join(root, folder, '.gazetteer-sources');

function isUpToDate(root: string, product: Product): boolean {
  const stamp = stampOf(root, product);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, product);
}

function fingerprint(root: string, { sources }: Product): string {
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
