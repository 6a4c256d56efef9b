import type { LoadCase } from '../cases/case.ts';
import { logCases } from '../cases/log.ts';
import { readCases } from '../cases/reads.ts';
import { updateCase } from '../cases/update.ts';
import { checkReads, checkUpdate } from '../check.ts';
import type { BenchDatabase } from '../database.ts';
import { benchExport } from '../export.ts';
import { createFilledDatabase } from '../fill/fill.ts';
import type { Sizes } from '../fill/sizes.ts';
import { benchMarkedLists } from '../marked-list.ts';
import { benchColdStart, benchMixed, watchMemory } from '../measure/limits.ts';
import { measure, type Schedule } from '../measure/measure.ts';
import type { Result } from '../measure/results.ts';
import { startTestBed, type TestBed } from '../test-bed.ts';
import { readCityPositions } from './airports.ts';

const READ_CASES = [
  'list',
  'deep',
  'filter',
  'search-word',
  'search-part',
  'search-chinese',
  'search-initials',
  'search-code',
];
/** The names of the cases that run on a database with generated records. */
export const recordCases = [
  ...READ_CASES,
  ...['get', 'log', 'log-1000', 'feed', 'update', 'mixed', 'export', 'memory', 'marked-list', 'cold-start'],
];

type IsWanted = (name: string) => boolean;

/** Measures reads, writes and their memory on a database of the given sizes. */
export async function benchRecords(sizes: Sizes, schedule: Schedule, isWanted: IsWanted): Promise<Result[]> {
  const database = await createFilledDatabase(sizes);
  try {
    const testBed = await startTestBed(database);
    const results = await runCases(testBed, database, { sizes, schedule }, isWanted).finally(() => testBed.stop());
    return isWanted('cold-start')
      ? [...results, await benchColdStart(database, testBed.tokens[0] ?? '', schedule.maxTries)]
      : results;
  } finally {
    await database.drop();
  }
}

interface RecordBenchOptions {
  sizes: Sizes;
  schedule: Schedule;
}

async function runCases(
  testBed: TestBed,
  database: BenchDatabase,
  { sizes, schedule }: RecordBenchOptions,
  isWanted: IsWanted,
) {
  const { knex } = database;
  const cities = await readCityPositions(knex, sizes.cities);
  const cases: LoadCase[] = [...(await readCases(knex, cities)), ...(await logCases(knex))];
  const update = await updateCase(knex);
  for (const loadCase of cases) if (isWanted(loadCase.name)) await checkReads(testBed, loadCase);
  if (isWanted('update')) await checkUpdate(testBed, update);
  const stopMemoryWatch = watchMemory(testBed);
  const results: Result[] = [];
  for (const loadCase of [...cases, update])
    if (isWanted(loadCase.name)) results.push(await measure(testBed, loadCase, schedule));
  if (isWanted('mixed'))
    results.push(
      await benchMixed(testBed, [...cases, update], {
        durationMs: schedule.durationMs * 2,
        maxTries: schedule.maxTries,
      }),
    );
  if (isWanted('export')) results.push(await benchExport(testBed));
  const memoryResult = stopMemoryWatch();
  if (isWanted('memory')) results.push(memoryResult);
  // last, as its change sets would slow the other cases
  if (isWanted('marked-list')) results.push(...(await benchMarkedLists(testBed, database, schedule)));
  return results;
}
