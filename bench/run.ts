import { parseArgs } from 'node:util';
import { fullSizes, quickSizes, type Sizes } from './fill/sizes.ts';
import { benchImport } from './import.ts';
import { benchInstall } from './install.ts';
import { benchGrowth, toResult } from './measure/growth.ts';
import { isMet, printProgress, type Result, toLine } from './measure/results.ts';
import { writeGrowth, writeResults } from './page/write-page.ts';
import { benchPageWeights } from './page-weights.ts';
import { benchRecords, recordCases } from './samples/records.ts';

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

const defaultSizes = values.quick ? quickSizes : fullSizes;
const sizes: Sizes = {
  ...defaultSizes,
  airports: parseCount('airports') ?? defaultSizes.airports,
  stations: parseCount('stations') ?? defaultSizes.stations,
  logRows: parseCount('log-rows') ?? defaultSizes.logRows,
};
const importOptions = values.quick ? { airports: 8000, idleMs: 6000 } : { airports: 80_000, idleMs: 20_000 };
const wantedCases = values.only?.split(',');
// Build sizes do not depend on the number of records.
const buildCases = ['install-size', 'page-weights'];
const caseNames = [...recordCases, 'import', ...buildCases];
const unknownNames = wantedCases?.filter((name) => !caseNames.includes(name)) ?? [];
if (unknownNames.length > 0)
  throw new Error(`There is no case ${unknownNames.join()}; there are ${caseNames.join(', ')}.`);
const isWanted = (name: string) => wantedCases?.includes(name) ?? !(values.quick && buildCases.includes(name));

const commandOptions = process.argv
  .slice(2)
  .filter((option) => option !== '--json')
  .join(' ');
const results = values.growth ? await runGrowth() : await runCases();
printProgress('');
for (const result of results) printProgress(toLine(result));
if (values.json) console.log(JSON.stringify(results.map((result) => ({ ...result, met: isMet(result) }))));

async function runCases(): Promise<Result[]> {
  const schedule = values.quick
    ? { connections: [10], durationMs: 500, maxTries: 1 }
    : { connections: [1, 10, 50], durationMs: 3000, maxTries: 3 };
  const results: Result[] = [];
  if (recordCases.some(isWanted)) results.push(...(await benchRecords(sizes, schedule, isWanted)));
  if (isWanted('import')) results.push(...(await benchImport(importOptions)));
  if (isWanted('install-size')) results.push(await benchInstall());
  if (isWanted('page-weights')) results.push(...(await benchPageWeights()));
  if (values.page) writeResults(results, commandOptions);
  return results;
}

async function runGrowth(): Promise<Result[]> {
  const growths = await benchGrowth(isWanted, parseCount('airports'));
  if (values.page) writeGrowth(growths, commandOptions);
  return growths.map(toResult);
}

function parseCount(name: 'airports' | 'stations' | 'log-rows'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} has to be a whole number, not ${text}.`);
  return Number(text);
}
