import type { Logger } from 'pino';
import type { Settings } from '#config/settings.ts';
import type { Database, SecretCodec } from '#database';
import type { ChangeItem } from '#feed/read-feed.ts';
import { logUnexpectedErrors } from '#http/errors.ts';
import { renewLease } from '#leases';
import { finishWindow, skipLostChanges } from './deliveries.ts';
import { type ClaimedLane, claimLane, findDueLanes, type LaneKey, leaseOf, wakeOtherLanes } from './lanes.ts';
import type { ReadListenAddresses } from './listen-addresses.ts';
import { changeMessage, decryptSecrets } from './messages.ts';
import { computeProgress, planWindow } from './progress.ts';
import { BACKOFF_MS, createSender, maxPauseMs, type Sender } from './sender.ts';
import { readWindow, type SendResult, sendInChains } from './window.ts';

export interface PusherOptions {
  db: Database;
  secrets: SecretCodec;
  settings: Pick<Settings, 'current'>;
  log: Logger;
  /** Returns the addresses of the bff, so that it never pushes to itself. */
  readListenAddresses: ReadListenAddresses;
  /** How long to wait after each failed attempt; after the last one the lane is parked. */
  backoffMs?: number[];
  /** The time limit of a receiver; by default the one in the settings. */
  timeoutMs?: number;
  /** The duration of a lease, which is renewed three times in this period while the lane is served. */
  leaseMs?: number;
}

export interface Pusher {
  /** Starts serving the due lanes and returns their number. Rejects if the database is unavailable. */
  round(): Promise<number>;
  /** Serves lanes until none is due; a lane that waits for its next attempt is not due. */
  drain(): Promise<void>;
  /** Starts no further messages and waits for those that are being sent. */
  stop(): Promise<void>;
}

/** The maximum number of lanes served at once; if more are due, those that were served longest ago come first. */
const MAX_LANES = 256;
/** After this time another worker takes over the lanes of one that has died. */
const LEASE_MS = 6000;
/** The lease of an earlier release, which may still run at the same time. */
const MAX_LEASE_MS = 61_000;

/**
 * Creates a pusher that sends changes to subscribers. A lane's position advances only after a window of changes was sent, so a crash may
 * repeat some changes but never loses any. Several pushers may share a database, and lanes are independent of each other.
 */
export function createPusher(options: PusherOptions): Pusher {
  const {
    db,
    secrets,
    settings,
    log,
    readListenAddresses,
    backoffMs = BACKOFF_MS,
    leaseMs = LEASE_MS,
    ...fixedTimeout
  } = options;
  const sender = createSender(readListenAddresses);
  const servedLanes = new Map<string, Promise<void>>();
  let isStopped = false;
  /** Whether more lanes were due than are served at once. */
  let isCrowded = false;

  const currentTimeoutMs = async () =>
    fixedTimeout.timeoutMs ?? (await settings.current()).webhookTimeoutSeconds * 1000;
  const maxFutureTimes = {
    pauseMs: maxPauseMs(backoffMs),
    leaseMs: Math.max(MAX_LEASE_MS, leaseMs),
  };
  /** Sends one window of the lane after the other, until no change is left or another lane waits to be served. */
  const serve = async (key: LaneKey) => {
    for (let hasMore = true; hasMore && !isStopped; hasMore &&= !isCrowded) {
      const timeoutMs = await currentTimeoutMs();
      const lane = await claimLane(db, key, leaseMs, maxFutureTimes);
      if (!lane) return;
      const renewal = startRenewing(lane);
      const decryptedLane = { ...lane, secrets: decryptSecrets(secrets, lane.subscriberId, lane) };
      const serving = serveLane({ db, log, sender, backoffMs, timeoutMs, isStopped: () => isStopped }, decryptedLane);
      hasMore = await serving.finally(() => clearInterval(renewal));
    }
  };
  const logRenewalError = logUnexpectedErrors(log, 'lease of a lane not renewed');
  const startRenewing = (lane: ClaimedLane) =>
    setInterval(() => void renewLease(db, leaseOf(lane), leaseMs).catch(logRenewalError), leaseMs / 3).unref();
  const startServing = (key: LaneKey) => {
    const name = laneNameOf(key);
    const serving = serve(key)
      .catch((error: Error) => log.warn({ lane: name, reason: error.message }, 'lane could not be served'))
      .finally(() => servedLanes.delete(name));
    servedLanes.set(name, serving);
  };
  const round = async () => {
    if (isStopped) return 0;
    // a lane whose lease has run out is due although it is still being served here
    const due = (await findDueLanes(db, maxFutureTimes, 2 * MAX_LANES)).filter(
      (key) => !servedLanes.has(laneNameOf(key)),
    );
    const freeSlots = isStopped ? 0 : MAX_LANES - servedLanes.size;
    isCrowded = due.length > freeSlots;
    for (const key of due.slice(0, freeSlots)) startServing(key);
    return Math.min(due.length, freeSlots);
  };
  const waitForLanes = () => Promise.all(servedLanes.values());

  return {
    round,
    async drain() {
      while ((await round()) > 0 || servedLanes.size > 0) await waitForLanes();
    },
    async stop() {
      isStopped = true;
      await waitForLanes();
      sender.close();
    },
  };
}

const laneNameOf = ({ subscriberId, entity }: LaneKey) => `${subscriberId}/${entity}`;

interface ServeContext {
  db: Database;
  log: Logger;
  sender: Sender;
  backoffMs: number[];
  /** How long a receiver may take. */
  timeoutMs: number;
  /** Whether no further message may be started. */
  isStopped(): boolean;
}

/** Sends the next window of a claimed lane and releases the lane. Returns whether there may be more to send now. */
async function serveLane(serving: ServeContext, lane: ClaimedLane): Promise<boolean> {
  const { db, log, backoffMs, timeoutMs } = serving;
  const { subscriberId: subscriber, entity } = lane;
  const { entries, mayHaveMore, lost } = await readWindow(db, lane);
  if (lost) {
    log.warn({ subscriber, entity, lost: lost.count }, 'changes removed before they were delivered');
    return skipLostChanges(db, lane, lost);
  }
  // measured from here, not from the claim: a database that is slow to read must leave time to send
  const startedAt = performance.now();
  const shouldStop = () => serving.isStopped() || performance.now() - startedAt > timeoutMs;
  const plan = planWindow(lane, entries, maxPauseMs(backoffMs));
  const options = { isCautious: plan.wasRefusing, shouldStop };
  const sent = await sendInChains(plan.candidates, createSend(serving, lane), options);
  const progress = computeProgress(lane, entries, plan, sent, backoffMs);
  const finished = await finishWindow(db, lane, progress, sent.changes, plan.failures);
  if (progress.isBack) await wakeOtherLanes(db, lane);
  for (const [{ item, attempt }, retry] of progress.retries)
    log.warn({ subscriber, entity, message: item.id, reason: attempt.error, ...retry }, 'change not accepted');
  const isWaiting = progress.failures.length > 0 && progress.examined === null;
  return finished && !isWaiting && (progress.hasRemaining || mayHaveMore);
}

const createSend =
  ({ sender, timeoutMs }: ServeContext, lane: ClaimedLane) =>
  async (item: ChangeItem): Promise<Pick<SendResult, 'attempt' | 'time'>> => {
    const time = lane.now();
    return { time, attempt: await sender.send(changeMessage(item), lane, time, timeoutMs) };
  };
