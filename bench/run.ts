import { parseArgs } from 'node:util';
import { full, quick, type Sizes } from './fill/sizes.ts';
import { benchGrowth, toResult } from './growth.ts';
import { benchImport } from './import.ts';
import { benchInstall } from './install.ts';
import { writeGrowth, writeResults } from './page/write-page.ts';
import { benchPageWeights } from './page-weights.ts';
import { benchRecords, recordCases } from './records.ts';
import { isMet, type Result, say, toLine } from './results.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    /** Measures the cost on 10,000, 100,000 and 1,000,000 airports instead of the ratio to the floor. */
    growth: { type: 'boolean', default: false },
    /** Rewrites the tables of docs/performance.md. */
    page: { type: 'boolean', default: false },
    /** Case names separated by commas. */
    only: { type: 'string' },
    airports: { type: 'string' },
    stations: { type: 'string' },
    'log-rows': { type: 'string' },
  },
});

const usual = values.quick ? quick : full;
const sizes: Sizes = {
  ...usual,
  airports: count('airports') ?? usual.airports,
  stations: count('stations') ?? usual.stations,
  logRows: count('log-rows') ?? usual.logRows,
};
const ofImport = values.quick ? { airports: 8000, idleFor: 6000 } : { airports: 80_000, idleFor: 20_000 };
const wanted = values.only?.split(',');
// Build sizes do not depend on the number of records.
const ofBuilds = ['install-size', 'page-weights'];
const known = [...recordCases, 'import', ...ofBuilds];
const unknown = wanted?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no case ${unknown.join()}; there are ${known.join(', ')}.`);
const isWanted = (name: string) => wanted?.includes(name) ?? !(values.quick && ofBuilds.includes(name));

const how = process.argv
  .slice(2)
  .filter((option) => option !== '--json')
  .join(' ');
const results = values.growth ? await grown() : await measured();
say('');
for (const result of results) say(toLine(result));
if (values.json) console.log(JSON.stringify(results.map((result) => ({ ...result, met: isMet(result) }))));

async function measured(): Promise<Result[]> {
  const schedule = values.quick
    ? { connections: [10], duration: 500, tries: 1 }
    : { connections: [1, 10, 50], duration: 3000, tries: 3 };
  const found: Result[] = [];
  if (recordCases.some(isWanted)) found.push(...(await benchRecords(sizes, schedule, isWanted)));
  if (isWanted('import')) found.push(...(await benchImport(ofImport)));
  if (isWanted('install-size')) found.push(await benchInstall());
  if (isWanted('page-weights')) found.push(...(await benchPageWeights()));
  if (values.page) writeResults(found, how);
  return found;
}

async function grown(): Promise<Result[]> {
  const all = await benchGrowth(isWanted, count('airports'));
  if (values.page) writeGrowth(all, how);
  return all.map(toResult);
}

function count(name: 'airports' | 'stations' | 'log-rows'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} has to be a whole number, not ${text}.`);
  return Number(text);
}
