import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { Problem } from './problem.ts';
import { endEvents, type Pace, sendEvents } from './send-events.ts';
import { createWatch, type Watch, type Watched } from './watch.ts';

export interface StreamLimits extends Pace {
  /** Milliseconds from one look at what is streamed to the next. */
  look: number;
  /** Milliseconds after which it is checked again who reads. */
  check: number;
  /** How many streams there may be at once. */
  most: number;
  mostPerSession: number;
  /** Else one person with many sessions leaves none to the others. */
  mostPerUser: number;
}

const usual: StreamLimits = {
  look: 1000,
  comment: 15_000,
  // a stream ends within five seconds of its session, with the look that is on its way
  check: 3000,
  patience: 30_000,
  most: 500,
  // as many connections as a browser has to one host over HTTP/1.1
  mostPerSession: 6,
  mostPerUser: 30,
};

export interface StreamReader {
  sessionId: string;
  userId: number;
  /** Rejects where the reader may not read on. */
  check(): Promise<unknown>;
}

export interface EventStreams {
  /** Answers server-sent events: what is watched, at once and whenever it changed. Throws `busy` where there are too many. */
  open(ctx: Context, watched: Watched, reader: StreamReader): Promise<void>;
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
  const own = { ...usual, ...limits };
  const watches = new WeakMap<Watched, Watch>();
  const open = new Map<ServerResponse, StreamReader>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let ended = false;

  const watchOf = (watched: Watched): Watch => {
    const watch = watches.get(watched) ?? createWatch(watched, own.look, onError);
    watches.set(watched, watch);
    return watch;
  };
  const expectPlace = ({ sessionId, userId }: StreamReader) => {
    const readers = [...open.values()];
    const ofSession = readers.filter((reader) => reader.sessionId === sessionId).length;
    const ofUser = readers.filter((reader) => reader.userId === userId).length;
    if (open.size >= own.most || ofSession >= own.mostPerSession || ofUser >= own.mostPerUser)
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
    timer ??= setInterval(checkAll, own.check).unref();
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
      expectPlace(reader);
      add(res, reader);
      res.once('close', () => remove(res));
      try {
        await sendEvents(ctx, watchOf(watched), own);
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
