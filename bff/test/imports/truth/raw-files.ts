import { readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** Files read without any code of the importer, so that what it makes of them can be held against something. */

export type RawRow = Record<string, string>;

/** The only file of a zip, by the sizes in its central directory. */
function unzipped(bytes: Buffer): Buffer {
  const entry = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  const size = bytes.readUInt32LE(entry + 20);
  const header = bytes.readUInt32LE(entry + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  return inflateRawSync(bytes.subarray(start, start + size));
}

export function readText(file: string): string {
  const bytes = readFileSync(file);
  if (file.endsWith('.gz')) return gunzipSync(bytes).toString();
  return (file.endsWith('.zip') ? unzipped(bytes) : bytes).toString();
}

/** Cells of a table in which quotes surround some: a row at a time, each matched as a whole. */
function* tableRows(text: string, separator: string): Generator<string[]> {
  const mark = separator === '^' ? '\\^' : separator;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r?\\n|$)`, 'y');
  let cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted, bare = '', end = ''] = cell.exec(text) ?? [];
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    yield cells;
    cells = [];
  }
  if (cells.length > 0) yield cells;
}

/** The rows of a table by the names in its first line, without spaces around what stands in them. */
export function readTable(file: string, separator: string, names?: string[]): RawRow[] {
  const [first = [], ...others] = tableRows(readText(file), separator);
  const columns = names ?? first.map((name) => name.trim());
  const lines = names ? [first, ...others] : others;
  return lines
    .filter((cells) => cells.some((each) => each.trim() !== ''))
    .map((cells) => Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? '').trim()])));
}

/** The stations of 12306's script. */
export function readStations(file: string): string[][] {
  const text = readText(file);
  const list = text.slice(text.indexOf('@') + 1, text.lastIndexOf("'"));
  return list.split('@').map((station) => station.split('|').map((part) => part.trim()));
}
