import type { Middleware } from 'koa';

/**
 * Closes the connection of a request that was answered before it was read to its end. The client gets some time to read the
 * answer, while what it still sends is dropped: closed at once, it might lose the answer (RFC 9112, section 9.6).
 */
export const closeUnread =
  (lingerMs: number): Middleware =>
  async (ctx, next) => {
    await next();
    const { req, res } = ctx;
    if (req.complete) return;
    ctx.set('Connection', 'close');
    const { status, message, body = message } = ctx;
    // of a file or a stream of events Node drops the rest and closes when it is out
    if (typeof body !== 'string' || res.headersSent || ctx.method === 'HEAD') return;
    ctx.body = body;
    ctx.status = status;
    ctx.respond = false;
    res.write(body);
    // whoever reads the body may have stopped half-way
    req.unpipe();
    req.resume();
    const end = () => {
      clearTimeout(timer);
      res.end();
    };
    const timer = setTimeout(end, lingerMs);
    req.once('end', end).once('close', end);
  };
