import { getStep } from './cases/case.ts';
import { signIn } from './client.ts';
import type { BenchDatabase } from './database.ts';
import { fillScheduledSets } from './fill/scheduled-sets.ts';
import { toFigures } from './load/figures.ts';
import { GOAL_CONNECTIONS, type Schedule } from './measure/measure.ts';
import { measureUndisturbed } from './measure/measure-undisturbed.ts';
import { formatMilliseconds, formatShare, mean, median, type Result } from './measure/results.ts';
import type { TestBed } from './test-bed.ts';

const MARKED_AIRPORTS = 10_000;
const TURN_COUNT = 9;
const WARM_UP_MS = 1500;

/**
 * Measures the first page of airports while scheduled change sets change all of its rows, relative to the same page while none do. Both
 * take turns.
 */
export async function benchMarkedList(
  testBed: TestBed,
  { knex }: BenchDatabase,
  { durationMs, maxTries }: Schedule,
): Promise<Result> {
  const client = await signIn(testBed.service.url, 'editor');
  const readPage = () => client.requestJson<{ items: { id: number }[]; upcoming: unknown[] }>('GET', '/airports');
  const idsOnPage = (await readPage()).items.map(({ id }) => id);
  const otherAirports = knex('airport').whereNotIn('id', idsOnPage).orderBy('id');
  const otherIds: number[] = await otherAirports.limit(MARKED_AIRPORTS - idsOnPage.length).pluck('id');
  await fillScheduledSets(knex, [...idsOnPage, ...otherIds]);
  const setMarks = async (areMarked: boolean) => {
    const items = knex('proposal').whereNotNull('change_set_id');
    await items.update('outcome', areMarked ? null : 'released');
    const { upcoming } = await readPage();
    if (upcoming.length !== (areMarked ? idsOnPage.length : 0))
      throw new Error(`marked-list: ${upcoming.length} of ${idsOnPage.length} rows have marks`);
  };
  const run = async (areMarked: boolean, runMs: number) => {
    await setMarks(areMarked);
    const load = {
      host: '127.0.0.1',
      port: Number(new URL(testBed.service.url).port),
      connections: GOAL_CONNECTIONS,
      durationMs: runMs,
      requestSequences: [[getStep('/airports')]],
      tokens: testBed.tokens,
    };
    const { value: outcome, stolenShare } = await measureUndisturbed(() => testBed.loader.run(load), maxTries);
    return { ...toFigures([outcome]), stolenShare };
  };
  for (const areMarked of [true, false]) await run(areMarked, WARM_UP_MS);
  const turns = [];
  for (let n = 0; n < TURN_COUNT; n++)
    turns.push({ marked: await run(true, durationMs / 3), unmarked: await run(false, durationMs / 3) });
  const runs = turns.flatMap(({ marked, unmarked }) => [marked, unmarked]);
  return {
    case: 'marked-list',
    ratio: median(turns.map(({ marked, unmarked }) => unmarked.perSecond / marked.perSecond)),
    goal: { atMost: 1.1 },
    figures: {
      'req/s': Math.round(median(turns.map(({ marked }) => marked.perSecond))),
      p50: formatMilliseconds(median(turns.map(({ marked }) => marked.p50))),
      'unmarked req/s': Math.round(median(turns.map(({ unmarked }) => unmarked.perSecond))),
      'unmarked p50': formatMilliseconds(median(turns.map(({ unmarked }) => unmarked.p50))),
      withheld: formatShare(mean(runs.map(({ stolenShare }) => stolenShare))),
    },
  };
}
