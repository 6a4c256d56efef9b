import type { Logger } from 'pino';
import type { Settings } from '#config/settings.ts';
import type { Database, Secrets } from '#database';
import type { ChangeItem } from '#feed/read-feed.ts';
import { logUnexpectedErrors } from '#http/errors.ts';
import { renewLease } from '#leases';
import { finishWindow, skipLostChanges } from './deliveries.ts';
import { type ClaimedLane, claimLane, findDueLanes, type LaneKey, leaseOf } from './lanes.ts';
import type { Listening } from './listen-addresses.ts';
import { changeMessage, openSecrets } from './messages.ts';
import { BACKOFF_MS, createSender, decideRetry, maxPauseMs, type Sender } from './sender.ts';
import { computeProgress, readWindow, type SentChange, sendInChains } from './window.ts';

export interface PusherOptions {
  db: Database;
  secrets: Secrets;
  settings: Pick<Settings, 'current'>;
  log: Logger;
  /** Where the bff listens, so that it never pushes to itself; undefined where this process does not know. */
  listening: Listening;
  /** How long to wait after each failed attempt; after the last one the lane is parked. */
  backoffMs?: number[];
  /** How long a receiver may take; by default what the settings say. */
  timeoutMs?: number;
  /** How long a claimed lane stays this worker's; the lease is renewed three times as often while the lane is served. */
  leaseMs?: number;
}

export interface Pusher {
  /** Starts serving the lanes that are due, and answers how many. Rejects where the database is out of reach. */
  round(): Promise<number>;
  /** Serves lanes until none is due; a lane that waits for its next attempt is not. */
  drain(): Promise<void>;
  /** Starts no further message, and waits for those that are being sent. */
  stop(): Promise<void>;
}

/** How many lanes are served at once; where more are due, those unserved for longest come first. */
const MAX_LANES = 256;
/** After this time another worker takes over the lanes of one that has died. */
const LEASE_MS = 6000;
/** An earlier version of this program, which may still run beside this one, claims lanes for up to so long. */
const MAX_LEASE_MS = 61_000;

/**
 * Pushes changes to subscribers. A lane's position moves only after a window of its changes was sent, so that a worker that dies
 * in between may repeat some changes, but loses none. Any number of pushers may share a database; lanes don't wait for each other.
 */
export function createPusher(options: PusherOptions): Pusher {
  const {
    db,
    secrets,
    settings,
    log,
    listening,
    backoffMs = BACKOFF_MS,
    leaseMs = LEASE_MS,
    ...fixedTimeout
  } = options;
  const sender = createSender(listening);
  const servedLanes = new Map<string, Promise<void>>();
  let stopped = false;
  /** Whether more lanes were due than are served at once. */
  let isCrowded = false;

  const currentTimeoutMs = async () =>
    fixedTimeout.timeoutMs ?? (await settings.current()).webhookTimeoutSeconds * 1000;
  const maxTimes = {
    pauseMs: maxPauseMs(backoffMs),
    leaseMs: Math.max(MAX_LEASE_MS, leaseMs),
  };
  /** Sends one window of the lane after the other, until no change is left or another lane waits to be served. */
  const serve = async (key: LaneKey) => {
    for (let more = true; more && !stopped; more &&= !isCrowded) {
      const timeoutMs = await currentTimeoutMs();
      const lane = await claimLane(db, key, leaseMs, maxTimes);
      if (!lane) return;
      const renewal = renewRegularly(lane);
      const opened = { ...lane, secrets: openSecrets(secrets, lane.subscriberId, lane) };
      const served = serveLane({ db, log, sender, backoffMs, timeoutMs, isStopped: () => stopped }, opened);
      more = await served.finally(() => clearInterval(renewal));
    }
  };
  const logMistake = logUnexpectedErrors(log, 'lease of a lane not renewed');
  const renewRegularly = (lane: ClaimedLane) =>
    setInterval(() => void renewLease(db, leaseOf(lane), leaseMs).catch(logMistake), leaseMs / 3).unref();
  const start = (key: LaneKey) => {
    const name = nameOf(key);
    const served = serve(key)
      .catch((error: Error) => log.warn({ lane: name, reason: error.message }, 'lane left as it was'))
      .finally(() => servedLanes.delete(name));
    servedLanes.set(name, served);
  };
  const round = async () => {
    if (stopped) return 0;
    // a lane whose lease has run out is due although it is still being served here
    const due = (await findDueLanes(db, maxTimes, 2 * MAX_LANES)).filter((key) => !servedLanes.has(nameOf(key)));
    const places = stopped ? 0 : MAX_LANES - servedLanes.size;
    isCrowded = due.length > places;
    for (const key of due.slice(0, places)) start(key);
    return Math.min(due.length, places);
  };
  const waitForLanes = () => Promise.all(servedLanes.values());

  return {
    round,
    async drain() {
      while ((await round()) > 0 || servedLanes.size > 0) await waitForLanes();
    },
    async stop() {
      stopped = true;
      await waitForLanes();
      sender.close();
    },
  };
}

const nameOf = ({ subscriberId, entity }: LaneKey) => `${subscriberId}/${entity}`;

interface Serving {
  db: Database;
  log: Logger;
  sender: Sender;
  backoffMs: number[];
  /** How long a receiver may take. */
  timeoutMs: number;
  /** Whether no further message may be started. */
  isStopped(): boolean;
}

/** Sends the next window of a claimed lane and releases the lane. Answers whether there may be more to send now. */
async function serveLane(serving: Serving, lane: ClaimedLane): Promise<boolean> {
  const { db, log, backoffMs, timeoutMs } = serving;
  const { subscriberId: subscriber, entity, attempts } = lane;
  const { entries, full, lost } = await readWindow(db, lane);
  if (lost) {
    log.warn({ subscriber, entity, lost: lost.count }, 'changes removed before they were delivered');
    return skipLostChanges(db, lane, lost);
  }
  const items = entries.flatMap(({ item }) => item ?? []);
  // measured from here, not from the claim: a database that is slow to read must leave time to send
  const startedAt = performance.now();
  const isTimeUp = () => serving.isStopped() || performance.now() - startedAt > timeoutMs;
  // a change that failed before is tried by itself, so that nothing else is sent while the receiver still refuses
  const sent = await sendInChains(attempts > 0 ? items.slice(0, 1) : items, sendTo(serving, lane), isTimeUp);
  const progress = computeProgress(lane, entries, sent);
  const { failure } = progress;
  const retry = failure && decideRetry(failure.attempt, attempts + 1, backoffMs);
  const finished = await finishWindow(db, lane, progress, sent, retry);
  if (failure && retry) {
    const { id: message } = failure.item;
    log.warn(
      { subscriber, entity, message, attempts: attempts + 1, reason: failure.attempt.error, ...retry },
      'change not taken',
    );
  }
  return finished && !failure && (progress.left || full);
}

const sendTo =
  ({ sender, timeoutMs }: Serving, lane: ClaimedLane) =>
  async (item: ChangeItem): Promise<SentChange> => {
    const time = lane.now();
    return { item, time, attempt: await sender.send(changeMessage(item), lane, time, timeoutMs) };
  };
