import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { Problem } from './problem.ts';
import { endEvents, type Pace, sendEvents } from './send-events.ts';
import { createWatch, type Watch, type Watched } from './watch.ts';

export interface StreamLimits extends Pace {
  /** Milliseconds from one look at what is streamed to the next. */
  look: number;
  /** How many streams there may be at once. */
  most: number;
  mostPerSession: number;
}

const usual: StreamLimits = {
  look: 1000,
  comment: 15_000,
  check: 10_000,
  patience: 30_000,
  most: 500,
  // as many connections as a browser has to one host over HTTP/1.1
  mostPerSession: 6,
};

export interface StreamReader {
  sessionId: string;
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

/** All event streams of this process. */
export function createEventStreams(limits: Partial<StreamLimits> = {}): EventStreams {
  const own = { ...usual, ...limits };
  const watches = new WeakMap<Watched, Watch>();
  /** Each with its session. */
  const open = new Map<ServerResponse, string>();
  let ended = false;

  const watchOf = (watched: Watched): Watch => {
    const watch = watches.get(watched) ?? createWatch(watched, own.look);
    watches.set(watched, watch);
    return watch;
  };
  const expectPlace = (sessionId: string) => {
    const held = [...open.values()].filter((id) => id === sessionId).length;
    if (open.size >= own.most || held >= own.mostPerSession) throw new Problem('busy', { retryAfter: 10 });
  };
  return {
    async open(ctx, watched, { sessionId, check }) {
      const { res } = ctx;
      expectPlace(sessionId);
      open.set(res, sessionId);
      res.once('close', () => open.delete(res));
      try {
        await sendEvents(ctx, watchOf(watched), check, own);
      } catch (error) {
        // what is answered instead is no stream
        open.delete(res);
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
