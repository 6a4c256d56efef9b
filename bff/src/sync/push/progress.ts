import type { ClaimedLane, Failure } from './lanes.ts';
import { decideRetry, type Retry } from './sender.ts';
import { type Candidate, MAX_CHANGES_AHEAD, type SendResult, type Sent, type WindowEntry } from './window.ts';

/** Whether a worker of this release wrote the state; earlier ones change the attempts of the first failure without its other facts. */
const isUpToDate = ({ attempts, failures }: ClaimedLane) => failures[0]?.attempts === attempts;

/** Returns the failures of a lane. A retry by a user clears them, and workers of earlier releases know only the attempts of the first one. */
function currentFailures(lane: ClaimedLane, entries: WindowEntry[]): Failure[] {
  const { attempts, isParked, nextTime } = lane;
  if (attempts === 0) return [];
  const failures = isUpToDate(lane) ? lane.failures : [];
  // a change that the subscriber's filter excludes by now need not be tried again
  const unfinished = entries.flatMap(({ item, position }) => (item ? [position] : []));
  const remaining = failures.filter(({ position }) => unfinished.includes(position));
  const [first] = unfinished;
  return remaining.length > 0 || first === undefined
    ? remaining
    : [{ position: first, attempts, nextTime: isParked ? null : nextTime.getTime() }];
}

/** What to send of a window. */
export interface Plan {
  failures: Map<number, Failure>;
  candidates: Candidate[];
  /** Whether the receiver refused everything when it was last tried. */
  wasRefusing: boolean;
}

const hasAttemptsLeft = ({ nextTime }: Failure) => nextTime !== null;

/** Returns the failure that is tried again first, if any has attempts left. */
const findNext = (failures: Failure[]): Failure | undefined =>
  failures.filter(hasAttemptsLeft).sort((a, b) => (a.nextTime ?? 0) - (b.nextTime ?? 0))[0];

/** Returns the failure with the most attempts, whose pauses a receiver that refuses everything is tried by. */
const findMostTried = (failures: Failure[]): Failure | undefined =>
  failures.filter(hasAttemptsLeft).sort((a, b) => b.attempts - a.attempts)[0];

/**
 * Chooses the changes to send: everything that does not wait for a failed change, and failed ones whose pause is over. A time that lies
 * more than `maxPauseMs` ahead was written before a clock was set back.
 */
export function planWindow(lane: ClaimedLane, entries: WindowEntry[], maxPauseMs: number): Plan {
  const now = lane.now().getTime();
  const failures = currentFailures(lane, entries);
  const wasRefusing = failures.length > 0 && (lane.examined === null || !isUpToDate(lane));
  const isOver = (time: number) => time <= now || time > now + maxPauseMs;
  const isDue = ({ nextTime }: Failure) => nextTime !== null && isOver(nextTime);
  // a person may have asked for a retry, which only changes the lane's own time
  const retriesNext = isOver(lane.nextTime.getTime()) && (wasRefusing || !failures.some(isDue));
  // the pauses would not grow if each time another change were tried
  const next = wasRefusing ? findMostTried(failures) : findNext(failures);
  const failuresByPosition = new Map(failures.map((failure) => [failure.position, failure]));
  const waitingKeys = createWaitingKeys();
  const candidates = entries.flatMap((entry): Candidate[] => {
    const { item, position, keys } = entry;
    if (!item || entry.ordinal - lane.ordinal > MAX_CHANGES_AHEAD) return [];
    const failure = failuresByPosition.get(position);
    const mustWait = failure && !(failure === next && retriesNext) && (wasRefusing || !isDue(failure));
    if (waitingKeys.hasAny(keys) || mustWait) {
      waitingKeys.add(keys);
      return [];
    }
    return [{ ...entry, item }];
  });
  // it comes first, since the first refusals end the attempt
  if (wasRefusing)
    candidates.sort((a, b) => Number(b.position === next?.position) - Number(a.position === next?.position));
  return { failures: failuresByPosition, candidates, wasRefusing };
}

/** Keys whose later changes have to wait. */
function createWaitingKeys() {
  const waiting = new Set<string>();
  return {
    hasAny: (keys: string[]) => keys.some((key) => waiting.has(key)),
    add: (keys: string[]) => {
      for (const key of keys) waiting.add(key);
    },
  };
}

/** The state of a lane after a window. */
export interface Progress {
  /** The lane's new position: everything up to it is finished. */
  position: number;
  ordinal: number;
  /** Positions after `position` that have already been delivered, in order. */
  deliveredAhead: number[];
  delivered: number;
  /** In the order of their positions. */
  failures: Failure[];
  /** What follows for the changes that failed just now. */
  retries: Map<SendResult, Retry>;
  /** The ordinal up to which every change was sent or waits for a failed one; null if only one failed change is tried next. */
  examined: number | null;
  /** How many of the examined changes wait for a failed one. */
  waiting: number;
  /** When the lane is tried again; null if all attempts are used up. */
  nextTime: number | null;
  /** Whether a receiver that refused everything has taken something again. */
  isBack: boolean;
  /** Whether changes of the window can be sent at once. */
  hasRemaining: boolean;
}

/** Computes the state of a lane from what was sent of a window. */
export function computeProgress(
  lane: ClaimedLane,
  entries: WindowEntry[],
  plan: Plan,
  { changes, isRefusing }: Sent,
  backoffMs: number[],
): Progress {
  const delivered = changes.filter(({ attempt }) => attempt.delivered);
  const finished = new Set([...lane.deliveredAhead, ...delivered.map(({ position }) => position)]);
  const isUnfinished = ({ item, position }: WindowEntry) => item !== null && !finished.has(position);
  const firstUnfinished = entries.find(isUnfinished);
  const { position, ordinal } = firstUnfinished
    ? { position: firstUnfinished.position - 1, ordinal: firstUnfinished.ordinal - 1 }
    : (entries.at(-1) ?? lane);

  const failures = new Map([...plan.failures].filter(([failed]) => failed > position && !finished.has(failed)));
  const retries = new Map<SendResult, Retry>();
  const now = lane.now().getTime();
  for (const change of changes.filter(({ attempt }) => !attempt.delivered)) {
    const attempts = (plan.failures.get(change.position)?.attempts ?? 0) + 1;
    const retry = decideRetry(change.attempt, attempts, backoffMs);
    const nextTime = retry.outcome === 'parked' ? null : now + (retry.outcome === 'failed' ? retry.pause : 0);
    failures.set(change.position, { position: change.position, attempts, nextTime });
    retries.set(change, retry);
  }

  const wasDown = plan.wasRefusing && delivered.length === 0;
  const isBack = plan.wasRefusing && delivered.length > 0 && !isRefusing;
  if (isBack) {
    const failedNow = new Set([...retries.keys()].map((change) => change.position));
    for (const failure of failures.values())
      if (failure.nextTime !== null && !failedNow.has(failure.position))
        failures.set(failure.position, { ...failure, nextTime: Math.min(failure.nextTime, now) });
  }

  /** The latest of the pauses of what was just refused, which grow from attempt to attempt. */
  const nextProbe = (): number | null => {
    if (changes.length === 0) return lane.nextTime.getTime();
    const times = [...retries.keys()].map((change) => failures.get(change.position)?.nextTime ?? 0);
    return Math.max(...times) || (findNext([...failures.values()])?.nextTime ?? null);
  };

  const waitingKeys = createWaitingKeys();
  const firstSendable = entries.find((entry) => {
    if (!isUnfinished(entry)) return false;
    const mustWait = failures.has(entry.position) || waitingKeys.hasAny(entry.keys);
    if (mustWait) waitingKeys.add(entry.keys);
    return !mustWait;
  });
  const last = firstSendable ? firstSendable.ordinal - 1 : (entries.at(-1)?.ordinal ?? ordinal);
  const onlyOne = isRefusing || wasDown || last - ordinal >= MAX_CHANGES_AHEAD;
  const isWaiting = (entry: WindowEntry) =>
    isUnfinished(entry) && entry.ordinal <= last && !failures.has(entry.position);
  return {
    position,
    ordinal,
    waiting: entries.filter(isWaiting).length,
    deliveredAhead: [...finished].filter((other) => other > position).sort((a, b) => a - b),
    delivered: delivered.length,
    failures: [...failures.values()].sort((a, b) => a.position - b.position),
    retries,
    examined: failures.size === 0 || onlyOne ? null : last,
    nextTime: isRefusing || wasDown ? nextProbe() : (findNext([...failures.values()])?.nextTime ?? null),
    isBack,
    hasRemaining: firstSendable !== undefined && !isRefusing,
  };
}
