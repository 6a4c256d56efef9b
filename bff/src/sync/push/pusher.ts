import type { Logger } from 'pino';
import type { Settings } from '#config/settings.ts';
import type { Database, Secrets } from '#database';
import type { ChangeItem } from '#feed/read-feed.ts';
import { logMistakes } from '#http/errors.ts';
import { finishLost, finishWindow } from './deliveries.ts';
import { type ClaimedLane, claimLane, dueLanes, type LaneKey, renewLane } from './lanes.ts';
import type { Listening } from './listen-addresses.ts';
import { changeMessage, openSecrets } from './messages.ts';
import { BACKOFF_MS, createSender, maxPauseMs, nextRetry, type Sender } from './sender.ts';
import { computeProgress, readWindow, type SentChange, sendInChains } from './window.ts';

export interface PusherOptions {
  db: Database;
  secrets: Secrets;
  settings: Pick<Settings, 'current'>;
  log: Logger;
  /** Where the bff listens, so that it never pushes to itself; undefined where this process does not know. */
  listening: Listening;
  /** After each failed try but the last, in milliseconds. */
  pauses?: number[];
  /** Milliseconds that a receiver has; without it as configured. */
  timeout?: number;
  /** Milliseconds for which a claimed lane is nobody else's; it is claimed on every third of them while it is served. */
  lease?: number;
}

export interface Pusher {
  /** Takes the lanes that are due, and answers how many, without waiting for them; rejects where the database is out of reach. */
  round(): Promise<number>;
  /** Rounds until nothing is due and nothing in hand; what waits out a pause is not due. */
  drain(): Promise<void>;
  /** Begins no further message, and waits for those that are under way. */
  stop(): Promise<void>;
}

/** Lanes in hand at once; beyond it the longest unserved come first. */
const MAX_LANES = 256;
/** So long nobody goes on with the lanes of a worker that has died. */
const LEASE_MS = 6000;
/** Earlier versions, which may still be at work beside this one, claim for so long at most. */
const MAX_LEASE_MS = 61_000;

/**
 * Pushes changes to subscribers. A lane is claimed, a window of its changes sent, and only then marked: whoever dies in
 * between repeats some, and loses none. Any number may share a database. Lanes do not wait for one another.
 */
export function createPusher(options: PusherOptions): Pusher {
  const { db, secrets, settings, log, listening, pauses = BACKOFF_MS, lease = LEASE_MS, ...fixed } = options;
  const sender = createSender(listening);
  const inHand = new Map<string, Promise<void>>();
  let stopped = false;
  /** More lanes were due than there were places. */
  let crowded = false;

  const timeoutNow = async () => fixed.timeout ?? (await settings.current()).webhookTimeoutSeconds * 1000;
  const maxTimes = {
    pauseMs: maxPauseMs(pauses),
    leaseMs: Math.max(MAX_LEASE_MS, lease),
  };
  /** One window after the other, while there is more and nobody waits for the place. */
  const serve = async (key: LaneKey) => {
    for (let more = true; more && !stopped; more &&= !crowded) {
      const timeout = await timeoutNow();
      const lane = await claimLane(db, key, lease, maxTimes);
      if (!lane) return;
      const keeping = keep(lane);
      const opened = { ...lane, secrets: openSecrets(secrets, lane.subscriberId, lane) };
      const served = serveLane({ db, log, sender, pauses, timeout, stopped: () => stopped }, opened);
      more = await served.finally(() => clearInterval(keeping));
    }
  };
  const logMistake = logMistakes(log, 'a lane could not be kept');
  /** What cannot be written down, as the database is away, is for the next time. */
  const keep = (lane: ClaimedLane) =>
    setInterval(() => void renewLane(db, lane, lease).catch(logMistake), lease / 3).unref();
  const start = (key: LaneKey) => {
    const name = nameOf(key);
    const served = serve(key)
      .catch((error: Error) => log.warn({ lane: name, reason: error.message }, 'lane left as it was'))
      .finally(() => inHand.delete(name));
    inHand.set(name, served);
  };
  const round = async () => {
    if (stopped) return 0;
    // those in hand may be found once more, where a lease is over
    const due = (await dueLanes(db, maxTimes, 2 * MAX_LANES)).filter((key) => !inHand.has(nameOf(key)));
    const places = stopped ? 0 : MAX_LANES - inHand.size;
    crowded = due.length > places;
    for (const key of due.slice(0, places)) start(key);
    return Math.min(due.length, places);
  };
  const settle = () => Promise.all(inHand.values());

  return {
    round,
    async drain() {
      while ((await round()) > 0 || inHand.size > 0) await settle();
    },
    async stop() {
      stopped = true;
      await settle();
      sender.close();
    },
  };
}

const nameOf = ({ subscriberId, entity }: LaneKey) => `${subscriberId}/${entity}`;

interface Serving {
  db: Database;
  log: Logger;
  sender: Sender;
  pauses: number[];
  /** Milliseconds that a receiver has. */
  timeout: number;
  /** Whether no further message is to be begun. */
  stopped(): boolean;
}

/** Sends the next window of a claimed lane and gives the lane back. Answers whether there may be more to send now. */
async function serveLane(serving: Serving, lane: ClaimedLane): Promise<boolean> {
  const { db, log, pauses, timeout } = serving;
  const { subscriberId: subscriber, entity, attempts } = lane;
  const { entries, full, lost } = await readWindow(db, lane);
  if (lost) {
    log.warn({ subscriber, entity, lost: lost.count }, 'changes removed before they were delivered');
    return finishLost(db, lane, lost);
  }
  const items = entries.flatMap(({ item }) => item ?? []);
  // from here on, not from the claim on: a database that is slow to read must not leave no time to send
  const startedAt = performance.now();
  const enough = () => serving.stopped() || performance.now() - startedAt > timeout;
  // what failed is tried by itself: until it is taken, nothing else is tried in vain
  const sent = await sendInChains(attempts > 0 ? items.slice(0, 1) : items, sendTo(serving, lane), enough);
  const progress = computeProgress(lane, entries, sent);
  const { failure } = progress;
  const verdict = failure && nextRetry(failure.attempt, attempts + 1, pauses);
  const finished = await finishWindow(db, lane, progress, sent, verdict);
  if (failure && verdict) {
    const { id: message } = failure.item;
    log.warn(
      { subscriber, entity, message, attempts: attempts + 1, reason: failure.attempt.error, ...verdict },
      'change not taken',
    );
  }
  return finished && !failure && (progress.left || full);
}

const sendTo =
  ({ sender, timeout }: Serving, lane: ClaimedLane) =>
  async (item: ChangeItem): Promise<SentChange> => {
    const time = lane.now();
    return { item, time, attempt: await sender.send(changeMessage(item), lane, time, timeout) };
  };
