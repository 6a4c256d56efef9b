import type { LoadCase } from './cases/case.ts';
import { cpuTime } from './cpu-time.ts';
import { type Figures as LoadFigures, toFigures } from './load/figures.ts';
import type { Load, Outcome } from './load/plan.ts';
import { mean, median, milliseconds, type Result, say, share } from './results.ts';
import type { Sides } from './sides.ts';
import { undisturbed } from './undisturbed.ts';

/** CPU milliseconds per request, which depend less on other load of the machine than times. */
interface Figures extends Omit<LoadFigures, 'requests'> {
  own: number;
  database: number;
}

type Side = Sides['service' | 'floor'];

export interface Schedule {
  connections: number[];
  /** The duration of each run in milliseconds. */
  duration: number;
  /** Of each turn, and of all else that is short, while others have the processors. */
  tries: number;
}

/** At which goals are set. */
export const usual = 10;
const rounds = 3;
const turns = 3;
// The warm-up lets both sides run compiled code, as a service does that has been up for a while.
const usualWarmUp = 1500;

/** The medians of three rounds. In each both sides take turns, so that other load of the machine slows both. */
export async function measure(
  sides: Sides,
  one: LoadCase,
  { connections, duration, tries }: Schedule,
): Promise<Result> {
  let result: Result | undefined;
  for (const side of [sides.service, sides.floor])
    await turn(sides, side, one, { connections: usual, milliseconds: one.warmUp ?? usualWarmUp, tries: 1 });
  for (const count of connections) {
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round++)
      runs.push(await run(sides, one, { connections: count, milliseconds: duration / turns, tries }));
    const [ours, floors] = [medians(runs.map((each) => each.ours)), medians(runs.map((each) => each.floors))];
    const ratio = median(runs.map((each) => each.ours.perSecond / each.floors.perSecond));
    const withheld = share(mean(runs.map((each) => each.withheld)));
    const figures = { ...told('', ours), ...told('floor ', floors), withheld };
    say(
      `${one.name.padEnd(16)} ${String(count).padStart(2)} connections, ratio ${ratio.toFixed(2)}: ${describe(figures)}`,
    );
    if (count === usual) result = toResult(one, ratio, ours, figures);
  }
  if (!result) throw new Error(`${one.name} was not measured at ${usual} connections`);
  return result;
}

type Extent = Pick<Load, 'connections' | 'milliseconds'> & Pick<Schedule, 'tries'>;

interface Run {
  ours: Figures;
  floors: Figures;
  withheld: number;
}

async function run(sides: Sides, one: LoadCase, each: Extent): Promise<Run> {
  const [ours, floors]: [Turn[], Turn[]] = [[], []];
  for (let n = 0; n < turns; n++) {
    ours.push(await turn(sides, sides.service, one, each));
    floors.push(await turn(sides, sides.floor, one, each));
  }
  const withheld = mean([...ours, ...floors].map((each) => each.withheld));
  return { ours: ofTurns(ours), floors: ofTurns(floors), withheld };
}

interface Turn extends Outcome {
  own: number;
  database: number;
  withheld: number;
}

async function turn(sides: Sides, { url, pid }: Side, { lanes }: LoadCase, extent: Extent): Promise<Turn> {
  const { loader, tokens, databasePid } = sides;
  const { tries, ...load } = { ...extent, host: '127.0.0.1', port: Number(new URL(url).port), lanes, tokens };
  const { came, withheld } = await undisturbed(async () => {
    const before = [cpuTime(pid), cpuTime(databasePid)] as const;
    const outcome = await loader.put(load);
    return { ...outcome, own: cpuTime(pid) - before[0], database: cpuTime(databasePid) - before[1] };
  }, tries);
  return { ...came, withheld };
}

function ofTurns(all: Turn[]): Figures {
  const { requests, ...figures } = toFigures(all);
  const each = (name: 'own' | 'database') => all.reduce((sum, one) => sum + one[name], 0) / requests;
  return { ...figures, own: each('own'), database: each('database') };
}

function toResult({ name, goal, mostP50, each }: LoadCase, ratio: number, ours: Figures, figures: Result['figures']) {
  const limit = mostP50 === undefined ? [] : [{ what: 'p50', value: ours.p50, atMost: mostP50, unit: 'ms' }];
  return {
    case: name,
    ratio,
    ...(goal ? { goal } : {}),
    ...(limit.length > 0 ? { limits: limit } : {}),
    cost: ours.own + ours.database,
    figures: { ...figures, ...(each ? { [`${each.unit}/s`]: Math.round(ours.perSecond * each.count) } : {}) },
  };
}

const medians = (all: Figures[]): Figures => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
  own: median(all.map(({ own }) => own)),
  database: median(all.map(({ database }) => database)),
});

const told = (whose: string, { perSecond, p50, p99, own, database }: Figures) => ({
  [`${whose}req/s`]: Math.round(perSecond),
  [`${whose}p50`]: milliseconds(p50),
  [`${whose}p99`]: milliseconds(p99),
  [`${whose}cpu`]: `${own.toFixed(2)} + ${database.toFixed(2)} ms`,
});

const describe = (figures: Result['figures']) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
