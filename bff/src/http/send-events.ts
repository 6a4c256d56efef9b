import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { Watch } from './watch.ts';

export interface Pace {
  /** Milliseconds of silence after which a comment shows that the stream lives. */
  comment: number;
  /** Milliseconds for which a reader may take nothing. */
  patience: number;
}

/** Writes server-sent events until either side ends them, never more than one ahead of the reader. */
export async function sendEvents(ctx: Context, watch: Watch, pace: Pace): Promise<void> {
  const { res } = ctx;
  let sent: string | undefined;
  let wroteAt = performance.now();
  let freeAt = wroteAt;

  const write = (text: string) => {
    res.write(text);
    wroteAt = performance.now();
  };
  const see = (text: string) => {
    const now = performance.now();
    if (res.writableNeedDrain) {
      if (now - freeAt >= pace.patience) res.destroy();
      return;
    }
    freeAt = now;
    if (res.writableEnded) return;
    if (text !== sent) write(`data: ${text}\n\n`);
    else if (now - wroteAt >= pace.comment) write(':\n\n');
    sent = text;
  };
  const { text, leave } = await watch.join({ see, blind: () => endEvents(res) });
  res.once('close', leave);
  if (res.destroyed) return leave();
  sendHead(ctx);
  see(text);
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
export function endEvents(res: ServerResponse): void {
  if (res.writableNeedDrain) res.destroy();
  else res.end();
}
