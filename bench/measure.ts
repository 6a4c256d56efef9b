import type { LoadCase } from './cases/case.ts';
import type { Figures } from './load/plan.ts';
import { median, milliseconds, type Result, say } from './results.ts';
import type { Sides } from './sides.ts';

export interface Schedule {
  connections: number[];
  /** Of each run of each side, in milliseconds. */
  duration: number;
}

/** At which goals are set. */
export const usual = 10;
const rounds = 3;

/** The medians of three runs of each side in turn, so that whatever else the machine does slows both. */
export async function measure(sides: Sides, one: LoadCase, { connections, duration }: Schedule): Promise<Result> {
  let result: Result | undefined;
  for (const side of [sides.service.url, sides.floor.url]) await run(sides, side, one, usual, duration / 2);
  for (const count of connections) {
    const runs: { ours: Figures; floors: Figures }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await run(sides, sides.service.url, one, count, duration);
      runs.push({ ours, floors: await run(sides, sides.floor.url, one, count, duration) });
    }
    const [ours, floors] = [medians(runs.map((each) => each.ours)), medians(runs.map((each) => each.floors))];
    const ratio = ours.perSecond / floors.perSecond;
    const figures = { ...told('', ours), ...told('floor ', floors) };
    say(
      `${one.name.padEnd(16)} ${String(count).padStart(2)} connections, ratio ${ratio.toFixed(2)}: ${describe(figures)}`,
    );
    if (count === usual) result = toResult(one, ratio, ours, figures);
  }
  if (!result) throw new Error(`${one.name} was not measured at ${usual} connections`);
  return result;
}

const run = ({ loader, tokens }: Sides, url: string, { lanes }: LoadCase, connections: number, duration: number) =>
  loader.put({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    connections,
    milliseconds: duration,
    lanes,
    tokens,
  });

function toResult({ name, goal, mostP50, each }: LoadCase, ratio: number, ours: Figures, figures: Result['figures']) {
  const limit = mostP50 === undefined ? [] : [{ what: 'p50', value: ours.p50, atMost: mostP50, unit: 'ms' }];
  return {
    case: name,
    ratio,
    ...(goal ? { goal } : {}),
    ...(limit.length > 0 ? { limits: limit } : {}),
    figures: { ...figures, ...(each ? { [`${each.unit}/s`]: Math.round(ours.perSecond * each.count) } : {}) },
  };
}

const medians = (all: Figures[]): Figures => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
});

const told = (whose: string, { perSecond, p50, p99 }: Figures) => ({
  [`${whose}req/s`]: Math.round(perSecond),
  [`${whose}p50`]: milliseconds(p50),
  [`${whose}p99`]: milliseconds(p99),
});

const describe = (figures: Result['figures']) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
