import type { Readable } from 'node:stream';
import type { ReadOptions } from '#imports/presets/preset.ts';
import { openTable } from '#imports/read/open-table.ts';
import { FileFault, type Line } from '#imports/types.ts';

export const plain: ReadOptions = { format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: undefined };

/** A file as a whole. */
export async function readFile(file: () => Readable, options: Partial<ReadOptions> = {}) {
  const table = await openTable(file, { ...plain, ...options });
  const lines: Line[] = [];
  for await (const batch of table.lines) lines.push(...batch);
  return { columns: table.columns, lines, read: table.bytesRead() };
}

/** Its cells, the names of the columns first. */
export async function cellsOf(file: () => Readable, options: Partial<ReadOptions> = {}): Promise<string[][]> {
  const { columns, lines } = await readFile(file, options);
  return [columns, ...lines.map(({ cells }) => cells)];
}

/** What it cannot be read for. */
export async function faultOf(file: () => Readable, options: Partial<ReadOptions> = {}) {
  try {
    await readFile(file, options);
  } catch (error) {
    if (error instanceof FileFault) return { key: error.key, ...error.fill };
    throw error;
  }
  throw new Error('The file was read to its end');
}
