import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { EntityRecord } from '#crud/model.ts';
import type { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import type { ReadOptions } from '../../src/imports/presets/preset.ts';
import { openTable } from '../../src/imports/read/open-table.ts';
import type { Line } from '../../src/imports/types.ts';
import { type Client, operationOf } from './client.ts';

type FileFormat = Schemas['FileFormat'];
type Kind = (typeof entities)[number];

/** Where the export of a kind is, below `/dc`. */
export const exportPath = ({ plural }: Kind, format: FileFormat, query: Record<string, string> = {}) =>
  `${operationOf(`export${plural}`).path}?${new URLSearchParams({ format, ...query })}`;

/** The bytes of an export. */
export async function exported(client: Client, kind: Kind, format: FileFormat, query: Record<string, string> = {}) {
  const response = await client.raw('GET', `/dc${exportPath(kind, format, query)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** An export as records of the API. */
export async function exportedRecords(client: Client, kind: Kind, query: Record<string, string> = {}) {
  const text = String(await exported(client, kind, 'ndjson', query));
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line): EntityRecord => JSON.parse(line));
}

/** A file of this product's own as an import reads it. */
export async function readTable(file: Buffer, format: FileFormat): Promise<{ columns: string[]; lines: Line[] }> {
  const options: ReadOptions = { format, encoding: 'utf-8', separator: ',', header: true, preset: undefined };
  const { columns, lines } = await openTable(() => Readable.from([file]), options);
  const all: Line[] = [];
  for await (const batch of lines) all.push(...batch);
  return { columns, lines: all };
}

/** Lines as records of texts by column. */
export const byColumn = ({ columns, lines }: Awaited<ReturnType<typeof readTable>>) =>
  lines.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
