import { parseArgs } from 'node:util';
import { full, quick, type Sizes } from './fill/sizes.ts';
import { benchImport } from './import.ts';
import { benchRecords, recordCases } from './records.ts';
import { isMet, type Result, say, toLine } from './results.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    /** Cases with commas between them. */
    only: { type: 'string' },
    airports: { type: 'string' },
    stations: { type: 'string' },
    'log-rows': { type: 'string' },
  },
});

const usual = values.quick ? quick : full;
const sizes: Sizes = {
  airports: count('airports') ?? usual.airports,
  stations: count('stations') ?? usual.stations,
  logRows: count('log-rows') ?? usual.logRows,
};
const wanted = values.only?.split(',');
const known = [...recordCases, 'import'];
const unknown = wanted?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no case ${unknown.join()}; there are ${known.join(', ')}.`);
const isWanted = (name: string) => wanted?.includes(name) ?? true;

const schedule = values.quick ? { connections: [10], duration: 600 } : { connections: [1, 10, 50], duration: 3000 };
const results: Result[] = [];
if (recordCases.some(isWanted)) results.push(...(await benchRecords(sizes, schedule, isWanted)));
if (isWanted('import')) results.push(...(await benchImport({ airports: values.quick ? 8000 : 80_000 })));
say('');
for (const result of results) say(toLine(result));
if (values.json) console.log(JSON.stringify(results.map((result) => ({ ...result, met: isMet(result) }))));

function count(name: 'airports' | 'stations' | 'log-rows'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} has to be a whole number, not ${text}.`);
  return Number(text);
}
