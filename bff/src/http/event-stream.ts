import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'koa';
import { Problem } from './problem.ts';
import { withTimeLimit } from './time-limits.ts';

export interface StreamLimits extends StreamTimeouts {
  /** From one poll of what is streamed to the next. */
  pollMs: number;
  /** After which it is checked again who reads. */
  accessCheckMs: number;
  /** How many streams there may be at once. */
  maxStreams: number;
  maxPerSession: number;
  /** Else one person with many sessions leaves none to the others. */
  maxPerUser: number;
}

const DEFAULT_LIMITS: StreamLimits = {
  pollMs: 1000,
  heartbeatMs: 15_000,
  // a stream ends within five seconds of its session, with the look that is on its way
  accessCheckMs: 3000,
  stalledReaderMs: 30_000,
  maxStreams: 500,
  // as many connections as a browser has to one host over HTTP/1.1
  maxPerSession: 6,
  maxPerUser: 30,
};

interface StreamReader {
  sessionId: string;
  userId: number;
  /** Rejects where the reader may not read on. */
  check(): Promise<unknown>;
}

export interface EventStreams {
  /** Answers server-sent events: what is watched, at once and whenever it changed. Throws `busy` where there are too many. */
  open(ctx: Context, watched: PolledSource, reader: StreamReader): Promise<void>;
  /** How many are open. */
  count(): number;
  /** Ends them all, and each that is opened from now on. */
  end(): void;
}

/** All event streams of this process. `onError` hears of what ends one and is answered to nobody. */
export function createEventStreams(
  onError: (error: unknown) => void,
  limits: Partial<StreamLimits> = {},
): EventStreams {
  const effective = { ...DEFAULT_LIMITS, ...limits };
  const watches = new WeakMap<PolledSource, Poller>();
  const open = new Map<ServerResponse, StreamReader>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let ended = false;

  const pollerFor = (watched: PolledSource): Poller => {
    const watch = watches.get(watched) ?? createPoller(watched, effective.pollMs, onError);
    watches.set(watched, watch);
    return watch;
  };
  const assertCapacity = ({ sessionId, userId }: StreamReader) => {
    const readers = [...open.values()];
    const ofSession = readers.filter((reader) => reader.sessionId === sessionId).length;
    const ofUser = readers.filter((reader) => reader.userId === userId).length;
    if (open.size >= effective.maxStreams || ofSession >= effective.maxPerSession || ofUser >= effective.maxPerUser)
      throw new Problem('busy', { retryAfter: 10 });
  };
  // all in one turn, so that their sessions are read together
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
    timer ??= setInterval(checkAll, effective.accessCheckMs).unref();
  };
  const remove = (res: ServerResponse) => {
    open.delete(res);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    async open(ctx, watched, reader) {
      const { res } = ctx;
      // who left while it was found out who they are: nothing will tell of it again
      if (res.closed) return;
      assertCapacity(reader);
      add(res, reader);
      res.once('close', () => remove(res));
      try {
        await sendEvents(ctx, pollerFor(watched), effective);
      } catch (error) {
        // what is answered instead is no stream
        remove(res);
        throw error;
      }
      if (ended || ctx.method === 'HEAD') endEvents(res);
    },
    count: () => open.size,
    end() {
      ended = true;
      for (const res of open.keys()) endEvents(res);
    },
  };
}

interface StreamTimeouts {
  /** Milliseconds of silence after which a comment shows that the stream lives. */
  heartbeatMs: number;
  /** Milliseconds for which a reader may take nothing. */
  stalledReaderMs: number;
}

/** Writes server-sent events until either side ends them, never more than one ahead of the reader. */
async function sendEvents(ctx: Context, watch: Poller, pace: StreamTimeouts): Promise<void> {
  const { res } = ctx;
  let sent: string | undefined;
  let wroteAt = performance.now();
  let freeAt = wroteAt;

  const write = (text: string) => {
    res.write(text);
    wroteAt = performance.now();
  };
  const onValue = (text: string) => {
    const now = performance.now();
    if (res.writableNeedDrain) {
      if (now - freeAt >= pace.stalledReaderMs) res.destroy();
      return;
    }
    freeAt = now;
    if (res.writableEnded) return;
    if (text !== sent) write(`data: ${text}\n\n`);
    else if (now - wroteAt >= pace.heartbeatMs) write(':\n\n');
    sent = text;
  };
  const { text, leave } = await watch.join({ onValue, onError: () => endEvents(res) });
  res.once('close', leave);
  if (res.destroyed) return leave();
  sendHead(ctx);
  onValue(text);
}

function sendHead(ctx: Context): void {
  ctx.set('Content-Type', 'text/event-stream');
  ctx.set('Cache-Control', 'no-store, no-transform');
  // a proxy that gathers an answer before it passes it on passes nothing on
  ctx.set('X-Accel-Buffering', 'no');
  // koa tells of every reader who leaves before the end as of an error, and this has none
  ctx.respond = false;
  ctx.res.flushHeaders();
}

/** Who does not take what was written before would keep it from its end. */
function endEvents(res: ServerResponse): void {
  if (res.writableNeedDrain) res.destroy();
  else res.end();
}

/** What event streams show. */
export interface PolledSource<T = unknown> {
  poll(): Promise<T>;
  /** The part that tells one value from another; the whole value without this. */
  fingerprint?(value: T): unknown;
}

/** Hears of each poll. */
interface Viewer {
  /** `text` is the value as JSON, the same string while nothing has changed. */
  onValue(text: string): void;
  /** The value could not be read: this viewer hears nothing more. */
  onError(): void;
}

interface Poller {
  /** The value now; `viewer` hears of it after each poll from now on, until `leave` is called. */
  join(viewer: Viewer): Promise<{ text: string; leave: () => void }>;
}

/** Polls every `intervalMs` for all viewers together, and not at all without any. `onError` hears why a poll failed that nobody waits for. */
export function createPoller(
  { poll, fingerprint = (value) => value }: PolledSource,
  intervalMs: number,
  onError: (error: unknown) => void,
): Poller {
  const viewers = new Set<Viewer>();
  let last = { fingerprint: '', text: '' };
  let polling: Promise<string> | undefined;
  let isRunning = false;

  const pollValue = async (): Promise<string> => {
    const value = await withTimeLimit(poll);
    const now = JSON.stringify(fingerprint(value));
    if (now !== last.fingerprint) last = { fingerprint: now, text: JSON.stringify(value) };
    return last.text;
  };
  const pollOnce = (): Promise<string> => {
    polling ??= pollValue().finally(() => {
      polling = undefined;
    });
    return polling;
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
