import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Writes a small folder with the structure of a built ui. */
export async function createUiBuild(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-ui-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Gazetteer</title>');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('console.log(1)'));
  await writeFile(join(folder, '.secret'), 'secret');
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
