import type { LoadCase } from '../cases/case.ts';
import { type LoadFigures, toFigures } from '../load/figures.ts';
import type { Load, Outcome } from '../load/plan.ts';
import type { TestBed } from '../test-bed.ts';
import { readCpuTimeMs } from './cpu-time.ts';
import { measureUndisturbed } from './measure-undisturbed.ts';
import { formatMilliseconds, formatShare, mean, median, printProgress, type Result } from './results.ts';

/** The figures of a load with the CPU milliseconds per request, which depend less on other load of the machine than times. */
interface ServerFigures extends Omit<LoadFigures, 'requests'> {
  serverCpu: number;
  databaseCpu: number;
}

type Server = TestBed['service' | 'floor'];

export interface Schedule {
  connections: number[];
  /** The duration of each run in milliseconds. */
  durationMs: number;
  /** How often a short measurement is repeated while other virtual machines take the CPU. */
  maxTries: number;
}

/** Goals apply to the results at this number of connections. */
export const GOAL_CONNECTIONS = 10;
const ROUND_COUNT = 3;
const SLICES_PER_ROUND = 3;
// After the warm-up service and floor run compiled code, like a service that has been running for a while.
const WARM_UP_MS = 1500;

/** Returns the medians of three rounds. In each round service and floor take turns, so that other load of the machine slows both. */
export async function measure(
  testBed: TestBed,
  loadCase: LoadCase,
  { connections, durationMs, maxTries }: Schedule,
): Promise<Result> {
  let result: Result | undefined;
  for (const server of [testBed.service, testBed.floor])
    await runSlice(testBed, server, loadCase, {
      connections: GOAL_CONNECTIONS,
      durationMs: loadCase.warmUpMs ?? WARM_UP_MS,
      maxTries: 1,
    });
  for (const count of connections) {
    const measuredRounds: Round[] = [];
    for (let round = 0; round < ROUND_COUNT; round++)
      measuredRounds.push(
        await runRound(testBed, loadCase, {
          connections: count,
          durationMs: durationMs / SLICES_PER_ROUND,
          maxTries,
        }),
      );
    const [serviceFigures, floorFigures] = [
      medians(measuredRounds.map((round) => round.serviceFigures)),
      medians(measuredRounds.map((round) => round.floorFigures)),
    ];
    const ratio = median(measuredRounds.map((round) => round.serviceFigures.perSecond / round.floorFigures.perSecond));
    const stolenShare = formatShare(mean(measuredRounds.map((round) => round.stolenShare)));
    const figures = {
      ...formatFigures('', serviceFigures),
      ...formatFigures('floor ', floorFigures),
      withheld: stolenShare,
    };
    printProgress(
      `${loadCase.name.padEnd(16)} ${String(count).padStart(2)} connections, ratio ${ratio.toFixed(2)}: ${describeFigures(figures)}`,
    );
    if (count === GOAL_CONNECTIONS) result = toResult(loadCase, ratio, serviceFigures, figures);
  }
  if (!result) throw new Error(`${loadCase.name} was not measured at ${GOAL_CONNECTIONS} connections`);
  return result;
}

type SliceOptions = Pick<Load, 'connections' | 'durationMs'> & Pick<Schedule, 'maxTries'>;

interface Round {
  serviceFigures: ServerFigures;
  floorFigures: ServerFigures;
  stolenShare: number;
}

async function runRound(testBed: TestBed, loadCase: LoadCase, options: SliceOptions): Promise<Round> {
  const [serviceSlices, floorSlices]: [Slice[], Slice[]] = [[], []];
  for (let n = 0; n < SLICES_PER_ROUND; n++) {
    serviceSlices.push(await runSlice(testBed, testBed.service, loadCase, options));
    floorSlices.push(await runSlice(testBed, testBed.floor, loadCase, options));
  }
  const stolenShare = mean([...serviceSlices, ...floorSlices].map((slice) => slice.stolenShare));
  return { serviceFigures: combineSlices(serviceSlices), floorFigures: combineSlices(floorSlices), stolenShare };
}

interface Slice extends Outcome {
  serverCpu: number;
  databaseCpu: number;
  stolenShare: number;
}

async function runSlice(
  testBed: TestBed,
  { url, pid }: Server,
  { requestSequences }: LoadCase,
  options: SliceOptions,
): Promise<Slice> {
  const { loader, tokens, databasePid } = testBed;
  const { maxTries, ...load } = {
    ...options,
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    requestSequences,
    tokens,
  };
  const { value, stolenShare } = await measureUndisturbed(async () => {
    const cpuTimesBefore = [readCpuTimeMs(pid), readCpuTimeMs(databasePid)] as const;
    const outcome = await loader.run(load);
    return {
      ...outcome,
      serverCpu: readCpuTimeMs(pid) - cpuTimesBefore[0],
      databaseCpu: readCpuTimeMs(databasePid) - cpuTimesBefore[1],
    };
  }, maxTries);
  return { ...value, stolenShare };
}

function combineSlices(slices: Slice[]): ServerFigures {
  const { requests, ...figures } = toFigures(slices);
  const cpuPerRequest = (name: 'serverCpu' | 'databaseCpu') =>
    slices.reduce((sum, slice) => sum + slice[name], 0) / requests;
  return { ...figures, serverCpu: cpuPerRequest('serverCpu'), databaseCpu: cpuPerRequest('databaseCpu') };
}

function toResult(
  { name, goal, maxP50Ms, itemsPerResponse }: LoadCase,
  ratio: number,
  serviceFigures: ServerFigures,
  figures: Result['figures'],
) {
  const limits =
    maxP50Ms === undefined ? [] : [{ figure: 'p50', value: serviceFigures.p50, atMost: maxP50Ms, unit: 'ms' }];
  return {
    case: name,
    ratio,
    ...(goal ? { goal } : {}),
    ...(limits.length > 0 ? { limits } : {}),
    cost: serviceFigures.serverCpu + serviceFigures.databaseCpu,
    figures: {
      ...figures,
      ...(itemsPerResponse
        ? { [`${itemsPerResponse.unit}/s`]: Math.round(serviceFigures.perSecond * itemsPerResponse.count) }
        : {}),
    },
  };
}

const medians = (figures: ServerFigures[]): ServerFigures => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
  serverCpu: median(figures.map(({ serverCpu }) => serverCpu)),
  databaseCpu: median(figures.map(({ databaseCpu }) => databaseCpu)),
});

const formatFigures = (prefix: string, { perSecond, p50, p99, serverCpu, databaseCpu }: ServerFigures) => ({
  [`${prefix}req/s`]: Math.round(perSecond),
  [`${prefix}p50`]: formatMilliseconds(p50),
  [`${prefix}p99`]: formatMilliseconds(p99),
  [`${prefix}cpu`]: `${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)} ms`,
});

const describeFigures = (figures: Result['figures']) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
