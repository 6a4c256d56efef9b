import { api, type LoadCase } from './cases/case.ts';
import { mixedLanes } from './cases/mixed.ts';
import type { BenchDatabase } from './database.ts';
import { toFigures } from './load/figures.ts';
import type { Schedule } from './measure.ts';
import { mean, mebibytes, median, milliseconds, type Result, seconds, share } from './results.ts';
import { startService } from './service.ts';
import { people, type Sides } from './sides.ts';
import { undisturbed } from './undisturbed.ts';

const mostMixed = 50;
const mostMemory = 200 * 2 ** 20;
const mostColdStart = 700;
const starts = 3;

// About four requests a second per user, as many as somebody who looks things up all the time makes.
const look = 250;
const leastMixed = 4000;

/** Simulates twenty users who pause a quarter of a second on average after each response. */
export async function mixed(
  sides: Sides,
  cases: LoadCase[],
  { duration, tries }: Pick<Schedule, 'duration' | 'tries'>,
): Promise<Result> {
  const { loader, service, tokens } = sides;
  const port = Number(new URL(service.url).port);
  const load = { host: '127.0.0.1', port, connections: people, lanes: mixedLanes(cases, people), tokens };
  await loader.put({ ...load, milliseconds: duration / 2 });
  const time = Math.max(duration, leastMixed);
  const runs = [];
  for (let n = 0; n < 3; n++) {
    const { came, withheld } = await undisturbed(() => loader.put({ ...load, milliseconds: time, pause: look }), tries);
    runs.push({ ...toFigures([came]), withheld });
  }
  const p99 = median(runs.map((run) => run.p99));
  return {
    case: 'mixed',
    ratio: p99 / mostMixed,
    goal: { atMost: 1 },
    figures: {
      p99: milliseconds(p99),
      p50: milliseconds(median(runs.map((run) => run.p50))),
      'req/s': Math.round(median(runs.map((run) => run.perSecond))),
      withheld: share(mean(runs.map((run) => run.withheld))),
    },
  };
}

/** Samples the memory of the service, and returns a function that stops and gives the peak. */
export function watchMemory({ service }: Sides): () => Result {
  let most = service.memory();
  const timer = setInterval(() => {
    most = Math.max(most, service.memory());
  }, 100);
  return () => {
    clearInterval(timer);
    return { case: 'memory', ratio: most / mostMemory, goal: { atMost: 1 }, figures: { most: mebibytes(most) } };
  };
}

/** The time from the start of the process to its first authenticated response, with the database running. */
export async function coldStart({ url }: BenchDatabase, token: string, tries: number): Promise<Result> {
  const all = [];
  for (let n = 0; n < starts; n++) all.push(await undisturbed(() => oneStart(url, token), tries));
  const took = median(all.map(({ came }) => came));
  const withheld = share(mean(all.map((each) => each.withheld)));
  return {
    case: 'cold-start',
    ratio: took / mostColdStart,
    goal: { atMost: 1 },
    figures: { took: seconds(took), withheld },
  };
}

async function oneStart(url: string, token: string): Promise<number> {
  const begin = performance.now();
  const service = await startService(url);
  const answer = await fetch(`${service.url}${api}/countries`, { headers: { Authorization: `Bearer ${token}` } });
  await answer.text();
  const took = performance.now() - begin;
  await service.stop();
  if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`);
  return took;
}
