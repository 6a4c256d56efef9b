import { readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** Reads the public files without any code of the importer, so that the importer's results can be compared with them. */

export type RawRow = Record<string, string>;

/** Unpacks the only file of a zip, whose sizes are read from the central directory. */
function unzip(bytes: Buffer): Buffer {
  const entry = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  const size = bytes.readUInt32LE(entry + 20);
  const header = bytes.readUInt32LE(entry + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  return inflateRawSync(bytes.subarray(start, start + size));
}

export function readText(file: string): string {
  const bytes = readFileSync(file);
  if (file.endsWith('.gz')) return gunzipSync(bytes).toString();
  return (file.endsWith('.zip') ? unzip(bytes) : bytes).toString();
}

/** Yields the cells of each row. Cells may be quoted. */
function* tableRows(text: string, separator: string): Generator<string[]> {
  const escapedSeparator = separator === '^' ? '\\^' : separator;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${escapedSeparator}\\r\\n]*))(${escapedSeparator}|\\r?\\n|$)`, 'y');
  let cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quotedText, unquotedText = '', end = ''] = cell.exec(text) ?? [];
    cells.push(quotedText === undefined ? unquotedText : quotedText.replaceAll('""', '"'));
    if (end === separator) continue;
    yield cells;
    cells = [];
  }
  if (cells.length > 0) yield cells;
}

/** Reads the rows of a table as objects of trimmed cells by the names in its first line or the given names. */
export function readTable(file: string, separator: string, givenNames?: string[]): RawRow[] {
  const [firstRow = [], ...otherRows] = tableRows(readText(file), separator);
  const columns = givenNames ?? firstRow.map((name) => name.trim());
  const lines = givenNames ? [firstRow, ...otherRows] : otherRows;
  return lines
    .filter((cells) => cells.some((cellText) => cellText.trim() !== ''))
    .map((cells) => Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').trim()])));
}

/** Reads the stations from the script of 12306.cn. */
export function readStations(file: string): string[][] {
  const text = readText(file);
  const list = text.slice(text.indexOf('@') + 1, text.lastIndexOf("'"));
  return list.split('@').map((station) => station.split('|').map((part) => part.trim()));
}
