import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'koa';
import { Problem } from './problem.ts';
import { withTimeLimit } from './time-limits.ts';

/** Limits of event streams. */
export interface StreamLimits extends StreamTimeouts {
  /** The interval between polls. */
  pollMs: number;
  /** The interval between checks of the readers' access. */
  accessCheckMs: number;
  /** The maximum number of concurrent streams. */
  maxStreams: number;
  maxPerSession: number;
  /** Keeps a user with many sessions from occupying all streams. */
  maxPerUser: number;
}

const DEFAULT_LIMITS: StreamLimits = {
  pollMs: 1000,
  heartbeatMs: 15_000,
  // a stream ends within five seconds after its session, including a running check
  accessCheckMs: 3000,
  stalledReaderMs: 30_000,
  maxStreams: 500,
  // two fewer than the connections that a browser opens to one host over HTTP/1.1, which are left for requests
  maxPerSession: 4,
  maxPerUser: 30,
};

interface StreamReader {
  sessionId: string;
  userId: number;
  /** Rejects if the reader has lost access. */
  check(): Promise<unknown>;
}

export interface EventStreams {
  /** Sends the current value and every change as server-sent events. @throws Problem `busy` if there are too many streams */
  open(ctx: Context, source: PolledSource, reader: StreamReader): Promise<void>;
  /** Counts the open streams. */
  count(): number;
  /** Ends all streams, and each later one at once. */
  end(): void;
}

/** Creates the event streams of this process. `onError` receives errors that end a stream, as clients do not see them. */
export function createEventStreams(
  onError: (error: unknown) => void,
  limits: Partial<StreamLimits> = {},
): EventStreams {
  const effectiveLimits = { ...DEFAULT_LIMITS, ...limits };
  const pollers = new WeakMap<PolledSource, Poller>();
  const open = new Map<ServerResponse, StreamReader>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let hasEnded = false;

  const pollerFor = (source: PolledSource): Poller => {
    const poller = pollers.get(source) ?? createPoller(source, effectiveLimits.pollMs, onError);
    pollers.set(source, poller);
    return poller;
  };
  const assertCapacity = ({ sessionId, userId }: StreamReader) => {
    const readers = [...open.values()];
    const sessionCount = readers.filter((reader) => reader.sessionId === sessionId).length;
    const userCount = readers.filter((reader) => reader.userId === userId).length;
    if (
      open.size >= effectiveLimits.maxStreams ||
      sessionCount >= effectiveLimits.maxPerSession ||
      userCount >= effectiveLimits.maxPerUser
    )
      throw new Problem('busy', { retryAfter: 10 });
  };
  // all checks start in the same turn, so that their sessions are read together
  const checkAll = async () => {
    if (isChecking) return;
    isChecking = true;
    const checks = [...open].map(([res, { check }]) =>
      check().catch((error) => {
        onError(error);
        endEvents(res);
      }),
    );
    await Promise.all(checks);
    isChecking = false;
  };
  const add = (res: ServerResponse, reader: StreamReader) => {
    open.set(res, reader);
    timer ??= setInterval(checkAll, effectiveLimits.accessCheckMs).unref();
  };
  const remove = (res: ServerResponse) => {
    open.delete(res);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    async open(ctx, source, reader) {
      const { res } = ctx;
      // the client has disconnected during authentication, so no `close` event will follow
      if (res.closed) return;
      assertCapacity(reader);
      add(res, reader);
      res.once('close', () => remove(res));
      try {
        await sendEvents(ctx, pollerFor(source), effectiveLimits);
      } catch (error) {
        // an error response will be sent instead of a stream
        remove(res);
        throw error;
      }
      if (hasEnded || ctx.method === 'HEAD') endEvents(res);
    },
    count: () => open.size,
    end() {
      hasEnded = true;
      for (const res of open.keys()) endEvents(res);
    },
  };
}

interface StreamTimeouts {
  /** The time without data after which a comment keeps the stream alive. */
  heartbeatMs: number;
  /** The time after which a stalled reader is disconnected. */
  stalledReaderMs: number;
}

/** Writes server-sent events until either side ends them, buffering at most one event. */
async function sendEvents(ctx: Context, poller: Poller, timeouts: StreamTimeouts): Promise<void> {
  const { res } = ctx;
  let lastText: string | undefined;
  let lastWriteTime = performance.now();
  let lastDrainTime = lastWriteTime;

  const write = (text: string) => {
    res.write(text);
    lastWriteTime = performance.now();
  };
  const onValue = (text: string) => {
    const currentTime = performance.now();
    if (res.writableNeedDrain) {
      if (currentTime - lastDrainTime >= timeouts.stalledReaderMs) res.destroy();
      return;
    }
    lastDrainTime = currentTime;
    if (res.writableEnded) return;
    if (text !== lastText) write(`data: ${text}\n\n`);
    else if (currentTime - lastWriteTime >= timeouts.heartbeatMs) write(':\n\n');
    lastText = text;
  };
  const { text, leave } = await poller.join({ onValue, onError: () => endEvents(res) });
  res.once('close', leave);
  if (res.destroyed) return leave();
  sendHead(ctx);
  onValue(text);
}

function sendHead(ctx: Context): void {
  ctx.set('Content-Type', 'text/event-stream');
  ctx.set('Cache-Control', 'no-store, no-transform');
  // a buffering proxy would never forward the stream
  ctx.set('X-Accel-Buffering', 'no');
  // Koa would report every disconnect as an error, as a stream has no regular end
  ctx.respond = false;
  ctx.res.flushHeaders();
}

/** Ends a stream; a stalled reader is disconnected, as it would never receive the end. */
function endEvents(res: ServerResponse): void {
  if (res.writableNeedDrain) res.destroy();
  else res.end();
}

/** A value that event streams poll. */
export interface PolledSource<T = unknown> {
  poll(): Promise<T>;
  /** Returns the part to compare for changes; the whole value by default. */
  fingerprint?(value: T): unknown;
}

/** A listener of polls. */
interface StreamListener {
  /** Receives the value as JSON, the same string while nothing has changed. */
  onValue(text: string): void;
  /** Called if polling fails; the viewer is removed. */
  onError(): void;
}

interface Poller {
  /** Returns the current value; `viewer` receives the value after each later poll until `leave` is called. */
  join(viewer: StreamListener): Promise<{ text: string; leave: () => void }>;
}

/** Creates a poller that polls for all viewers together, and not at all without any. `onError` receives errors of polls in the background. */
export function createPoller(
  { poll, fingerprint = (value) => value }: PolledSource,
  intervalMs: number,
  onError: (error: unknown) => void,
): Poller {
  const viewers = new Set<StreamListener>();
  let lastValue = { fingerprint: '', text: '' };
  let runningPoll: Promise<string> | undefined;
  let isRunning = false;

  const pollValue = async (): Promise<string> => {
    const value = await withTimeLimit(poll);
    const currentFingerprint = JSON.stringify(fingerprint(value));
    if (currentFingerprint !== lastValue.fingerprint)
      lastValue = { fingerprint: currentFingerprint, text: JSON.stringify(value) };
    return lastValue.text;
  };
  const pollOnce = (): Promise<string> => {
    runningPoll ??= pollValue().finally(() => {
      runningPoll = undefined;
    });
    return runningPoll;
  };
  const run = async () => {
    isRunning = true;
    while (viewers.size > 0) {
      await pause(intervalMs, undefined, { ref: false });
      if (viewers.size === 0) break;
      try {
        const text = await pollOnce();
        for (const viewer of viewers) viewer.onValue(text);
      } catch (error) {
        onError(error);
        for (const viewer of viewers) viewer.onError();
        viewers.clear();
      }
    }
    isRunning = false;
  };
  return {
    async join(viewer) {
      const text = await pollOnce();
      viewers.add(viewer);
      if (!isRunning) void run();
      return { text, leave: () => void viewers.delete(viewer) };
    },
  };
}
