import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { EntityRecord } from '#crud/model.ts';
import type { entities } from '../../../src/entities/index.ts';
import type { Schemas } from '../../../src/http/contract.ts';
import type { FileLine } from '../../../src/imports/file-model.ts';
import type { ReadOptions } from '../../../src/imports/presets/preset.ts';
import { openTable } from '../../../src/imports/read/open-table.ts';
import { type Client, findOperation } from '../client.ts';

type FileFormat = Schemas['FileFormat'];
type ListedEntity = (typeof entities)[number];

/** Returns the path of an entity's export below `/dc`. */
export const exportPath = ({ plural }: ListedEntity, format: FileFormat, query: Record<string, string> = {}) =>
  `${findOperation(`export${plural}`).path}?${new URLSearchParams({ format, ...query })}`;

export async function fetchExport(
  client: Client,
  entity: ListedEntity,
  format: FileFormat,
  query: Record<string, string> = {},
) {
  const response = await client.raw('GET', `/dc${exportPath(entity, format, query)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Fetches an export as NDJSON, whose lines are records of the API. */
export async function fetchExportedRecords(client: Client, entity: ListedEntity, query: Record<string, string> = {}) {
  const text = String(await fetchExport(client, entity, 'ndjson', query));
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line): EntityRecord => JSON.parse(line));
}

/** Reads an exported file in the way that an import does. */
export async function readTable(file: Buffer, format: FileFormat): Promise<{ columns: string[]; lines: FileLine[] }> {
  const options: ReadOptions = { format, encoding: 'utf-8', separator: ',', header: true, preset: undefined };
  const { columns, lines } = await openTable(() => Readable.from([file]), options);
  const allLines: FileLine[] = [];
  for await (const batch of lines) allLines.push(...batch);
  return { columns, lines: allLines };
}

/** Converts lines to objects of cells by column name. */
export const toRowObjects = ({ columns, lines }: Awaited<ReturnType<typeof readTable>>) =>
  lines.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
