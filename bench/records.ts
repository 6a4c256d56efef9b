import { placesOf } from './airports.ts';
import type { LoadCase } from './cases/case.ts';
import { logCases } from './cases/log.ts';
import { readCases } from './cases/reads.ts';
import { updateCase } from './cases/update.ts';
import { checkReads, checkUpdate } from './check.ts';
import type { BenchDatabase } from './database.ts';
import { benchExport } from './export.ts';
import { fill } from './fill/fill.ts';
import type { Sizes } from './fill/sizes.ts';
import { coldStart, mixed, watchMemory } from './limits.ts';
import { measure, type Schedule } from './measure.ts';
import type { Result } from './results.ts';
import { type Sides, startSides } from './sides.ts';

const reads = [
  'list',
  'deep',
  'filter',
  'search-word',
  'search-part',
  'search-chinese',
  'search-initials',
  'search-code',
];
/** The cases of a database full of records. */
export const recordCases = [
  ...reads,
  ...['get', 'log', 'log-1000', 'feed', 'update', 'mixed', 'export', 'memory', 'cold-start'],
];

type IsWanted = (name: string) => boolean;

/** Measures reads, writes and their memory on a database of the given size. */
export async function benchRecords(sizes: Sizes, schedule: Schedule, isWanted: IsWanted): Promise<Result[]> {
  const database = await fill(sizes);
  try {
    const sides = await startSides(database);
    const results = await onSides(sides, database, { sizes, schedule }, isWanted).finally(() => sides.stop());
    return isWanted('cold-start')
      ? [...results, await coldStart(database, sides.tokens[0] ?? '', schedule.tries)]
      : results;
  } finally {
    await database.drop();
  }
}

interface Plan {
  sizes: Sizes;
  schedule: Schedule;
}

async function onSides(sides: Sides, { knex }: BenchDatabase, { sizes, schedule }: Plan, isWanted: IsWanted) {
  const places = await placesOf(knex, sizes.places);
  const cases: LoadCase[] = [...(await readCases(knex, places)), ...(await logCases(knex))];
  const update = await updateCase(knex);
  for (const one of cases) if (isWanted(one.name)) await checkReads(sides, one);
  if (isWanted('update')) await checkUpdate(sides, update);
  const memory = watchMemory(sides);
  const results: Result[] = [];
  for (const one of [...cases, update]) if (isWanted(one.name)) results.push(await measure(sides, one, schedule));
  if (isWanted('mixed'))
    results.push(await mixed(sides, [...cases, update], { duration: schedule.duration * 2, tries: schedule.tries }));
  if (isWanted('export')) results.push(await benchExport(sides));
  const most = memory();
  return isWanted('memory') ? [...results, most] : results;
}
