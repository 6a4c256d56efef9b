import { apiPrefix, type LoadCase } from '../cases/case.ts';
import { mixedSequences } from '../cases/mixed.ts';
import type { BenchDatabase } from '../database.ts';
import { toFigures } from '../load/figures.ts';
import { startService } from '../service.ts';
import { type TestBed, USER_COUNT } from '../test-bed.ts';
import type { Schedule } from './measure.ts';
import { measureUndisturbed } from './measure-undisturbed.ts';
import {
  formatMebibytes,
  formatMilliseconds,
  formatSeconds,
  formatShare,
  mean,
  median,
  type Result,
} from './results.ts';

const MAX_MIXED_P99_MS = 50;
const MAX_MEMORY_BYTES = 200 * 2 ** 20;
const MAX_COLD_START_MS = 700;
const START_COUNT = 3;

// A user sends about four requests a second, like somebody who looks things up all the time.
const AVERAGE_PAUSE_MS = 250;
const MIN_MIXED_MS = 4000;

/** Simulates twenty users who pause a quarter of a second on average after each response. */
export async function benchMixed(
  testBed: TestBed,
  cases: LoadCase[],
  { durationMs, maxTries }: Pick<Schedule, 'durationMs' | 'maxTries'>,
): Promise<Result> {
  const { loader, service, tokens } = testBed;
  const port = Number(new URL(service.url).port);
  const load = {
    host: '127.0.0.1',
    port,
    connections: USER_COUNT,
    requestSequences: mixedSequences(cases, USER_COUNT),
    tokens,
  };
  await loader.run({ ...load, durationMs: durationMs / 2 });
  const runMs = Math.max(durationMs, MIN_MIXED_MS);
  const runs = [];
  for (let n = 0; n < 3; n++) {
    const { value: outcome, stolenShare } = await measureUndisturbed(
      () => loader.run({ ...load, durationMs: runMs, averagePauseMs: AVERAGE_PAUSE_MS }),
      maxTries,
    );
    runs.push({ ...toFigures([outcome]), stolenShare });
  }
  const p99 = median(runs.map((run) => run.p99));
  return {
    case: 'mixed',
    ratio: p99 / MAX_MIXED_P99_MS,
    goal: { atMost: 1 },
    figures: {
      p99: formatMilliseconds(p99),
      p50: formatMilliseconds(median(runs.map((run) => run.p50))),
      'req/s': Math.round(median(runs.map((run) => run.perSecond))),
      withheld: formatShare(mean(runs.map((run) => run.stolenShare))),
    },
  };
}

/** Samples the memory of the service, and returns a function that stops sampling and returns the peak. */
export function watchMemory({ service }: TestBed): () => Result {
  let peakBytes = service.memory();
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, service.memory());
  }, 100);
  return () => {
    clearInterval(timer);
    return {
      case: 'memory',
      ratio: peakBytes / MAX_MEMORY_BYTES,
      goal: { atMost: 1 },
      figures: { most: formatMebibytes(peakBytes) },
    };
  };
}

/** Measures the time from the start of the process to its first authenticated response while the database runs. */
export async function benchColdStart({ url }: BenchDatabase, token: string, maxTries: number): Promise<Result> {
  const starts = [];
  for (let n = 0; n < START_COUNT; n++) starts.push(await measureUndisturbed(() => measureStart(url, token), maxTries));
  const durationMs = median(starts.map(({ value: outcome }) => outcome));
  const stolenShare = formatShare(mean(starts.map((start) => start.stolenShare)));
  return {
    case: 'cold-start',
    ratio: durationMs / MAX_COLD_START_MS,
    goal: { atMost: 1 },
    figures: { took: formatSeconds(durationMs), withheld: stolenShare },
  };
}

async function measureStart(url: string, token: string): Promise<number> {
  const startedAt = performance.now();
  const service = await startService(url);
  const answer = await fetch(`${service.url}${apiPrefix}/countries`, { headers: { Authorization: `Bearer ${token}` } });
  await answer.text();
  const durationMs = performance.now() - startedAt;
  await service.stop();
  if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`);
  return durationMs;
}
