import { FileFault, type Line } from '../types.ts';

/** `var station_names ='@bjb|北京北|VAP|beijingbei|bjb|0@…';`, or what stands in its quotes alone. */
export const stationsBegin = /^\s*(?:(?:(?:var|let|const)\s+)?station_names\s*=\s*)?(['"]?)@/;

const longest = 256;
const [fieldsOfOld, fields] = [6, 11];

/** The older form lacks the last five fields. */
function cellsOf(record: string): string[] {
  const cells = record.split('|');
  return cells.length === fieldsOfOld ? [...cells, ...Array<string>(fields - fieldsOfOld).fill('')] : cells;
}

/**
 * The stations of 12306's script, numbered from 1, as they all stand in one line.
 * @throws FileFault of a script that is another, that ends within a station, or has one of more than 256 KiB
 */
export async function* splitStations(text: AsyncIterable<string>): AsyncIterable<Line[]> {
  let rest = '';
  let quote: string | undefined;
  let line = 0;
  const number = (record: string): Line => ({ line: ++line, cells: cellsOf(record) });
  for await (const chunk of text) {
    rest += chunk;
    if (quote === undefined) {
      const begin = stationsBegin.exec(rest);
      if (begin) [quote, rest] = [begin[1], rest.slice(begin[0].length)];
    }
    if (quote !== undefined) {
      const end = quote === '' ? -1 : rest.indexOf(quote);
      const records = (end < 0 ? rest : rest.slice(0, end)).split('@');
      if (end < 0) rest = records.pop() ?? '';
      yield records.map(number);
      if (end >= 0) return;
    }
    if (rest.length > longest * 1024) break;
  }
  if (quote === undefined) throw new FileFault('otherPreset');
  if (rest.length > longest * 1024) throw new FileFault('rowTooLong', { line: line + 1, limit: longest });
  if (quote !== '') throw new FileFault('truncated');
  yield [number(rest.trimEnd())];
}
