import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const contract = path.join(root, 'openapi.yaml');
const minutes = 60_000;

interface Generator {
  /** The package with its version, and what its output imports. */
  packages: string[];
  /** The command that writes into a folder. */
  command(folder: string): string[];
  /** Output of the generator that means that it has not understood something. */
  complaint: RegExp;
}

const COMPLAINT = /\b(?:warn(?:ing)?|error|unsupported|skipp(?:ed|ing))\b/i;

/**
 * The generators that clients use, by what they make, in versions that run on all versions of Node that Gazetteer does. Their packages are large, so
 * they are installed for these tests alone.
 */
const generators: Record<string, Generator> = {
  'types by openapi-typescript': {
    packages: ['openapi-typescript@7.13.0'],
    command: (folder) => ['openapi-typescript', contract, '--output', path.join(folder, 'types.ts')],
    complaint: COMPLAINT,
  },
  'a client by orval': {
    packages: ['orval@7.13.2'],
    command: (folder) => [
      'orval',
      ...['--input', contract, '--output', path.join(folder, 'client.ts'), '--client', 'fetch', '--mode', 'single'],
    ],
    complaint: COMPLAINT,
  },
  'an SDK by Hey API': {
    packages: ['@hey-api/openapi-ts@0.94.5', 'typescript@5.9.3'],
    command: (folder) => ['openapi-ts', '--input', contract, '--output', path.join(folder, 'sdk')],
    complaint: COMPLAINT,
  },
  'a validating client by openapi-zod-client': {
    packages: ['openapi-zod-client@1.18.3', 'zod@3.25.76', '@zodios/core@10.9.6', 'axios@1.21.1'],
    command: (folder) => ['openapi-zod-client', contract, '--output', path.join(folder, 'client.ts')],
    complaint: COMPLAINT,
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'gazetteer-generators-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isReachable = () =>
  run('npm', ['ping'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );

/** Lists the TypeScript files that a generator has made. */
async function generatedFiles(output: string): Promise<string[]> {
  const files = await readdir(output, { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('node_modules'))
    .map((file) => path.join(output, file));
}

test.each(Object.entries(generators))(
  '%s is made without a complaint, and compiles',
  {
    tags: ['slow'],
    timeout: 10 * minutes,
  },
  async (name, { packages, command, complaint }) => {
    if (!(await isReachable())) throw new Error('The package registry cannot be reached, so this cannot be tried.');
    const output = path.join(folder, name.replaceAll(' ', '-'));
    await run('mkdir', [output]);
    await writeFile(path.join(output, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
      cwd: output,
      maxBuffer: 2 ** 26,
    });
    const [program = '', ...args] = command(output);
    const { stdout, stderr } = await run(path.join(output, 'node_modules/.bin', program), args, {
      cwd: output,
      maxBuffer: 2 ** 26,
    });
    const lines = `${stdout}\n${stderr}`.split('\n');
    expect(lines.filter((line) => complaint.test(line))).toEqual([]);

    const files = await generatedFiles(output);
    expect(files.length).toBeGreaterThan(0);
    const options = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: [],
      },
      files,
    };
    await writeFile(path.join(output, 'tsconfig.json'), JSON.stringify(options));
    const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
    const errors = await run(process.execPath, [compiler, '-p', output], { maxBuffer: 2 ** 26 }).then(
      () => '',
      ({ stdout: text }: { stdout: string }) => text,
    );
    expect(errors.split('\n').slice(0, 10).join('\n')).toBe('');
  },
);
