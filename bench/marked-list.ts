import { getStep } from './cases/case.ts';
import { signIn } from './client.ts';
import type { BenchDatabase } from './database.ts';
import { fillScheduledSets } from './fill/scheduled-sets.ts';
import { type LoadFigures, toFigures } from './load/figures.ts';
import { GOAL_CONNECTIONS, type Schedule } from './measure/measure.ts';
import { measureUndisturbed } from './measure/measure-undisturbed.ts';
import { formatMilliseconds, formatShare, mean, median, type Result } from './measure/results.ts';
import type { TestBed } from './test-bed.ts';

const CHANGED_AIRPORTS = 10_000;
const TURN_COUNT = 9;
const WARM_UP_MS = 1500;

type Run = LoadFigures & { stolenShare: number };

/**
 * Measures the first page of airports while scheduled change sets change two of its 20 rows, as 10,000 changes among 100,000 airports do,
 * and all of them, relative to the same page while no set is scheduled. The three take turns.
 */
export async function benchMarkedLists(
  testBed: TestBed,
  { knex }: BenchDatabase,
  { durationMs, maxTries }: Schedule,
): Promise<Result[]> {
  const client = await signIn(testBed.service.url, 'editor');
  const readPage = () => client.requestJson<{ items: { id: number }[]; upcoming: unknown[] }>('GET', '/airports');
  const idsOnPage = (await readPage()).items.map(({ id }) => id);
  const otherAirports = knex('airport').whereNotIn('id', idsOnPage).orderBy('id');
  const idsElsewhere: number[] = await otherAirports.limit(CHANGED_AIRPORTS - idsOnPage.length).pluck('id');
  await fillScheduledSets(knex, [...idsOnPage, ...idsElsewhere]);
  const run = async (markedRows: number, runMs: number): Promise<Run> => {
    const otherIds = idsOnPage.slice(markedRows);
    const itemsOfPage = knex('proposal').where('entity', 'airport').whereIn('record_id', idsOnPage);
    // marks are of items that are not open
    await itemsOfPage.update('open', knex.raw('IF(record_id IN (?), 0, NULL)', [[0, ...otherIds]]));
    await knex('change_set').update('status', markedRows > 0 ? 'scheduled' : 'released');
    const { upcoming } = await readPage();
    if (upcoming.length !== markedRows) throw new Error(`${upcoming.length} rows have marks instead of ${markedRows}.`);
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
  const runAll = async (runMs: number) => ({
    unmarked: await run(0, runMs),
    marked: await run(Math.ceil(idsOnPage.length / 10), runMs),
    fullyMarked: await run(idsOnPage.length, runMs),
  });
  await runAll(WARM_UP_MS);
  const turns = [];
  for (let n = 0; n < TURN_COUNT; n++) turns.push(await runAll(durationMs / 3));
  return [
    {
      ...compareRuns(turns.map(({ marked, unmarked }) => ({ marked, unmarked }))),
      case: 'marked-list',
      goal: { atMost: 1.1 },
    },
    {
      ...compareRuns(turns.map(({ fullyMarked, unmarked }) => ({ marked: fullyMarked, unmarked }))),
      case: 'fully-marked-list',
    },
  ];
}

function compareRuns(turns: { marked: Run; unmarked: Run }[]): Pick<Result, 'ratio' | 'figures'> {
  const withheld = turns.flatMap(({ marked, unmarked }) => [marked.stolenShare, unmarked.stolenShare]);
  return {
    ratio: median(turns.map(({ marked, unmarked }) => unmarked.perSecond / marked.perSecond)),
    figures: {
      'req/s': Math.round(median(turns.map(({ marked }) => marked.perSecond))),
      p50: formatMilliseconds(median(turns.map(({ marked }) => marked.p50))),
      'unmarked req/s': Math.round(median(turns.map(({ unmarked }) => unmarked.perSecond))),
      'unmarked p50': formatMilliseconds(median(turns.map(({ unmarked }) => unmarked.p50))),
      withheld: formatShare(mean(withheld)),
    },
  };
}
