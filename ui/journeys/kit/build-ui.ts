import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { builtUi } from './product.ts';

/** Journeys walk through the built ui; the runner has built it, a single journey may find none. */
export default async function setup(): Promise<void> {
  if (existsSync(path.join(builtUi, 'index.html'))) return;
  await build({ root: path.resolve(import.meta.dirname, '../..'), build: { outDir: builtUi }, logLevel: 'warn' });
}
