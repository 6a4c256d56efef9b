import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import serve from 'koa-static';
import type { Logger } from 'pino';
import { currentTraceId, inSpan, isTracing } from '#tracing';
import { sendJson } from './bodies.ts';
import { languageOf } from './caller.ts';
import { toLoggedError, toProblem } from './errors.ts';
import { Problem } from './problem.ts';

/** Probes come every second and are no user's requests, so they are logged only if they fail. */
const UNLOGGED_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/** An id that a proxy or a client has given: no longer than a log should have, and nothing that could be taken for something else there. */
const GIVEN_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** What a client that traces its requests sends (W3C Trace Context); the first group is the id of its trace. */
const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Records each request but the probes as a span, which continues the trace of its client, by the operation of the contract. */
export const traceRequests = (): Middleware => (ctx, next) => {
  if (!isTracing() || UNLOGGED_PATHS.has(ctx.path)) return next();
  const attributes = { 'http.request.method': ctx.method, 'url.path': ctx.path };
  return inSpan(ctx.method, { kind: 'server', attributes, headers: ctx.headers }, async (span) => {
    await next();
    const { operation, traceId } = ctx.state;
    if (operation) span.rename(`${ctx.method} ${operation}`);
    span.set({ 'http.response.status_code': ctx.status, 'gazetteer.request_id': String(traceId) });
    if (ctx.status >= 500) span.fail(String(ctx.status));
  });
};

/**
 * Gives each request an id, that of its `X-Request-Id` if it is well-formed, or else that of the trace in its `traceparent`. It is
 * repeated there and as `traceId`, and the request is logged without body and token.
 */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    const givenId = ctx.get('X-Request-Id');
    const [, parentId] = TRACE_PARENT.exec(ctx.get('traceparent')) ?? [];
    ctx.state.traceId = GIVEN_ID.test(givenId) ? givenId : (parentId ?? generateRequestId());
    ctx.set('X-Request-Id', ctx.state.traceId);
    await next();
    const took = Math.round(performance.now() - start);
    if (UNLOGGED_PATHS.has(ctx.path) && ctx.status < 500) return;
    const level = ctx.status >= 500 ? 'error' : 'info';
    const { method, path, status } = ctx;
    const trace = currentTraceId();
    log[level]({ traceId: ctx.state.traceId, ...(trace && { trace }), method, path, status, took }, 'request');
  };

/** Takes 64 random bits of a UUID, as Node generates those for many UUIDs at once. */
function generateRequestId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/**
 * Closes the connection after a response to a request that was not read completely. The client gets some time to read the response, while
 * its remaining data is dropped; closing at once could make it lose the response (RFC 9112, section 9.6).
 */
export const closeAfterUnreadBody =
  (lingerMs: number): Middleware =>
  async (ctx, next) => {
    await next();
    const { req, res } = ctx;
    if (req.complete) return;
    ctx.set('Connection', 'close');
    const { status, message, body = message } = ctx;
    // for files and event streams Node drops the remaining data and closes the connection itself
    if (typeof body !== 'string' || res.headersSent || ctx.method === 'HEAD') return;
    ctx.body = body;
    ctx.status = status;
    ctx.respond = false;
    res.write(body);
    // the body may have been read only in part
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
    // the service itself uses plain HTTP; a TLS proxy in front of it should set this header
    strictTransportSecurity: false,
  });

/**
 * Sets caching headers: responses are private and must be revalidated; responses to writes may contain secrets and are never stored. Files,
 * streams and the ui override this.
 */
export const cacheHeaders = (): Middleware => (ctx, next) => {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  ctx.set('Cache-Control', isRead ? 'private, no-cache' : 'no-store');
  if (ctx.path.startsWith('/dc/')) ctx.vary(['Authorization', 'Accept-Language', 'Accept-Encoding']);
  return next();
};

/** Compresses responses. A client that accepts no encoding at all, not even `identity`, gets an uncompressed response. */
export function compression(): Middleware {
  const compressResponse = compress();
  return (ctx, next) => {
    if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) ctx.compress = false;
    return compressResponse(ctx, next);
  };
}

/** Whether the service can work. */
export interface Readiness {
  isReady: boolean;
  /** A public message with the reason, or with a notice although the service is ready. */
  text: string;
  /** The cause, for the log. */
  error?: Error;
}

export type CheckReadiness = () => Promise<Readiness>;

/** Serves `/healthz`, which always succeeds, and `/readyz`, which requires a suitable database and no shutdown in progress. */
export const health =
  (readiness: CheckReadiness, onError: (error: unknown) => void): Middleware =>
  async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = 'ok';
    else if (ctx.path === '/readyz') {
      const { isReady, text, error } = await readiness();
      // a missing table is no error: the database has not been migrated yet
      if (error && (error as { code?: string }).code !== 'ER_NO_SUCH_TABLE') onError(error);
      ctx.status = isReady ? 200 : 503;
      ctx.body = isReady ? text : `not ready: ${text}`;
    } else await next();
  };

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Whether a path can be a file name; others, such as `//country` or `/%`, are left to the ui's router. */
const isFileName = (path: string): boolean => /^(\/[\w@-][\w.@-]*)+$/.test(path);

/** Serves the built ui: hashed files are cached forever, and all other paths get the single page with its router. */
export function serveUi(folder: string): Middleware {
  const files = serve(folder, {
    index: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes('/assets/');
      response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
    },
  });
  const servePage: Middleware = async (ctx, next) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(ctx.method) && !/^\/(dc|assets)(\/|$)/.test(ctx.path) && ctx.accepts('html');
    if (!wantsPage) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = createReadStream(join(folder, 'index.html'));
  };
  return (ctx, next) => (isFileName(ctx.path) ? files(ctx, () => servePage(ctx, next)) : servePage(ctx, next));
}

// Koa's own refusals, such as a path that cannot be decoded or that leaves the folder
const toKoaProblem = ({ expose }: { expose?: boolean }) => new Problem(expose ? 'notFound' : 'serverError');

/** Sends every error from inner middleware as the error envelope, in the caller's language, with the request id as `traceId`. */
export const sendErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null && ctx.path.startsWith('/dc')) throw new Problem('notFound');
    } catch (error) {
      // the cast: any thrown value may have this member
      const problem = toProblem(error) ?? toKoaProblem(error as { expose?: boolean });
      if (problem.status >= 500) log.error({ traceId: ctx.state.traceId, err: toLoggedError(error) }, 'request failed');
      const language = languageOf(ctx);
      ctx.status = problem.status;
      // a 401 must have this header (RFC 9110, section 11.6.1)
      if (problem.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      if (problem.details.retryAfter) ctx.set('Retry-After', String(problem.details.retryAfter));
      const data = problem.data(language, ctx.state.traceId);
      sendJson(ctx, { code: problem.status, message: problem.text(language), data });
    }
  };
