import type { Readable } from 'node:stream';
import { FileFault, type FileLine } from '#imports/file-model.ts';
import type { ReadOptions } from '#imports/presets/preset.ts';
import { openTable } from '#imports/read/open-table.ts';

export const PLAIN_CSV: ReadOptions = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  header: true,
  preset: undefined,
};

/** Reads a whole file in the way that an import does. */
export async function readImportFile(file: () => Readable, options: Partial<ReadOptions> = {}) {
  const table = await openTable(file, { ...PLAIN_CSV, ...options });
  const lines: FileLine[] = [];
  for await (const batch of table.lines) lines.push(...batch);
  return { columns: table.columns, lines, bytesRead: table.bytesRead() };
}

/** Reads the cells of a file. The first row holds the column names. */
export async function readCells(file: () => Readable, options: Partial<ReadOptions> = {}): Promise<string[][]> {
  const { columns, lines } = await readImportFile(file, options);
  return [columns, ...lines.map(({ cells }) => cells)];
}

/** Reads a file that must fail, and returns the error's key and details. */
export async function readFileFault(file: () => Readable, options: Partial<ReadOptions> = {}) {
  try {
    await readImportFile(file, options);
  } catch (error) {
    if (error instanceof FileFault) return { key: error.key, ...error.parameters };
    throw error;
  }
  throw new Error('The file was read to its end');
}
