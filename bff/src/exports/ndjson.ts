import { Readable } from 'node:stream';
import type { Format, Table } from './format.ts';

/** The records as the API gives them, one in a line. */
export const ndjson: Format = (table) => Readable.from(lines(table));

async function* lines({ records }: Table): AsyncGenerator<string> {
  for await (const batch of records) yield batch.map((record) => `${JSON.stringify(record)}\n`).join('');
}
