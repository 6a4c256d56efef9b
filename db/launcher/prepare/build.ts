import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, run } from '../command.mjs';
import type { Step } from '../step-progress.mjs';

interface Product {
  label: string;
  workspace: string;
  /** The output folder. */
  folder: string;
  sources: string[];
}

/** The inputs of the generated files. */
const generatorInputs = [
  'openapi.yaml',
  'package-lock.json',
  'bff/generate.ts',
  'bff/generate-outlines.ts',
  'bff/contract-source.ts',
];

export const ui: Product = { label: 'the ui', workspace: 'ui', folder: 'ui/dist', sources: [...generatorInputs, 'ui'] };
export const service: Product = {
  label: 'the service',
  workspace: 'bff',
  folder: 'bff/dist',
  sources: [...generatorInputs, 'db/migrations', 'bff/build.ts', 'bff/src'],
};

/** Generates code, and builds the products whose sources have changed. */
export async function build(root: string, step: Step, products = [ui, service]): Promise<void> {
  const stale = products.filter((product) => !isUpToDate(root, product));
  const isGenerated = filesUnder(path.join(root, 'bff/src')).some((file) => file.endsWith('.gen.ts'));
  if (stale.length === 0 && isGenerated) return step.done('up to date');
  step.phase('generating code from the contract');
  await npm(root, ['run', 'generate'], step);
  for (const product of stale) {
    step.phase(`building ${product.label}`);
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

/** A hash of the sources and the built files, because `npm run build -w bff` may have rebuilt the folder from other sources. */
function fingerprint(root: string, product: Product): string {
  const hash = createHash('sha256');
  const stamp = stampOf(root, product);
  const filesOf = (fileOrFolder: string) => filesUnder(path.join(root, fileOrFolder)).sort();
  const builtFiles = filesOf(product.folder).filter((file) => file !== stamp);
  for (const files of [...product.sources.map((source) => filesOf(source).filter(isSource)), builtFiles]) {
    for (const file of files) {
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

const ignoredFolders = new Set(['node_modules', 'dist', '.test-output']);

function filesUnder(fileOrFolder: string): string[] {
  if (!existsSync(fileOrFolder)) return [];
  const entries = readdirSync(path.dirname(fileOrFolder), { withFileTypes: true });
  const isFolder = entries.some((entry) => entry.name === path.basename(fileOrFolder) && entry.isDirectory());
  if (!isFolder) return [fileOrFolder];
  return readdirSync(fileOrFolder)
    .filter((name) => !ignoredFolders.has(name))
    .flatMap((name) => filesUnder(path.join(fileOrFolder, name)));
}

export function npm(root: string, args: string[], step: Step): Promise<void> {
  const [command, ...npmArgs] = npmCommand();
  return run(command, [...npmArgs, ...args], { cwd: root, onLine: (line) => step.tick(line) });
}
