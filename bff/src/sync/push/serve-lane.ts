import type { Logger } from 'pino';
import type { Database } from '#database';
import type { ChangeItem } from '#feed/read-feed.ts';
import { type Sent, sendInChains } from './chains.ts';
import { finishLost, finishWindow } from './finish.ts';
import type { ClaimedLane } from './lanes.ts';
import { changeMessage } from './message.ts';
import { progressOf } from './progress.ts';
import type { Sender } from './sender.ts';
import { verdictOn } from './verdict.ts';
import { readWindow } from './window.ts';

export interface Serving {
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
export async function serveLane(serving: Serving, lane: ClaimedLane): Promise<boolean> {
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
  const progress = progressOf(lane, entries, sent);
  const { failure } = progress;
  const verdict = failure && verdictOn(failure.attempt, attempts + 1, pauses);
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
  async (item: ChangeItem): Promise<Sent> => {
    const time = lane.now();
    return { item, time, attempt: await sender.send(changeMessage(item), lane, time, timeout) };
  };
