import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import serve from 'koa-static';
import type { Logger } from 'pino';
import { sendJson } from './bodies.ts';
import { languageOf } from './caller.ts';
import { toLoggedError, toProblem } from './errors.ts';
import { Problem } from './problem.ts';

/** Gives each request its id (`X-Request-Id`, repeated as `traceId`) and logs it when it is answered: no body, no token. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    ctx.state.traceId = newId();
    ctx.set('X-Request-Id', ctx.state.traceId);
    await next();
    const took = Math.round(performance.now() - start);
    log.info({ traceId: ctx.state.traceId, method: ctx.method, path: ctx.path, status: ctx.status, took }, 'request');
  };

/** 64 random bits: Node draws those of many UUIDs at once. */
function newId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

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

/** Strict CSP: everything from this origin, no inline script or style, never in a frame. */
export const securityHeaders = () =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // the product itself speaks plain HTTP; whoever puts TLS before it sets this there
    strictTransportSecurity: false,
  });

/**
 * What no cache may answer to anybody else, or without asking again; what answers a write may hold a token or a secret, and is kept
 * nowhere. Files, streams and the ui say more by themselves.
 */
export const cacheHeaders = (): Middleware => (ctx, next) => {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  ctx.set('Cache-Control', reads ? 'private, no-cache' : 'no-store');
  if (ctx.path.startsWith('/dc/')) ctx.vary(['Authorization', 'Accept-Language', 'Accept-Encoding']);
  return next();
};

/** Compresses answers worth it. Who accepts no encoding at all, not even none, gets the plain answer. */
export function compression(): Middleware {
  const compressed = compress();
  return (ctx, next) => {
    if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) ctx.compress = false;
    return compressed(ctx, next);
  };
}

export interface Readiness {
  isReady: boolean;
  /** For people: why it is not, or what is to be known though it is. Anybody may read it. */
  text: string;
  /** What was behind it, for the log. */
  error?: Error;
}

export type Health = () => Promise<Readiness>;

/** `/healthz`: the process answers. `/readyz`: the database is as this version needs it, and no shutdown has begun. */
export const health =
  (readiness: Health, onError: (error: unknown) => void): Middleware =>
  async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = 'ok';
    else if (ctx.path === '/readyz') {
      const { isReady, text, error } = await readiness();
      // a database that was never migrated lacks the table
      if (error && (error as { code?: string }).code !== 'ER_NO_SUCH_TABLE') onError(error);
      ctx.status = isReady ? 200 : 503;
      ctx.body = isReady ? text : `not ready: ${text}`;
    } else await next();
  };

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** What is no file's name, such as `//country` or `/%`, names a page: the router says whether there is one. */
const isFileName = (path: string): boolean => /^(\/[\w@-][\w.@-]*)+$/.test(path);

/** The built ui: hashed files for ever, everything else the one page, whose router knows the paths. */
export function serveUi(folder: string): Middleware {
  const files = serve(folder, {
    index: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
    },
  });
  const page: Middleware = async (ctx, next) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(ctx.method) && !/^\/(dc|assets)(\/|$)/.test(ctx.path) && ctx.accepts('html');
    if (!wantsPage) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = createReadStream(join(folder, 'index.html'));
  };
  return (ctx, next) => (isFileName(ctx.path) ? files(ctx, () => page(ctx, next)) : page(ctx, next));
}

// koa's own refusals below 500: a path that cannot be decoded or leads elsewhere
const toKoaProblem = ({ expose }: { expose?: boolean }) => new Problem(expose ? 'notFound' : 'serverError');

/** Answers every error below it as the envelope, in the caller's language, with the request id as `traceId`. */
export const answerErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null && ctx.path.startsWith('/dc')) throw new Problem('notFound');
    } catch (error) {
      // whatever is thrown, it may have this member
      const problem = toProblem(error) ?? toKoaProblem(error as { expose?: boolean });
      if (problem.status >= 500) log.error({ traceId: ctx.state.traceId, err: toLoggedError(error) }, 'request failed');
      const language = languageOf(ctx);
      ctx.status = problem.status;
      // RFC 9110, 11.6.1: a 401 names what it wants
      if (problem.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      if (problem.details.retryAfter) ctx.set('Retry-After', String(problem.details.retryAfter));
      const data = problem.data(language, ctx.state.traceId);
      sendJson(ctx, { code: problem.status, message: problem.text(language), data });
    }
  };
