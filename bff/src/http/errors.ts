import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { Problem } from './problem.ts';
import { sendJson } from './send-json.ts';
import { languageOf } from './texts.ts';

// the database is away, refuses, or gave up waiting: worth another try later
const outOfReach = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|PROTOCOL_|ER_CON_COUNT|ER_SERVER_SHUTDOWN|ER_LOCK_WAIT|POOL_)/;

/** Whether an error is that the database could not be reached, and no other. */
export function isOutOfReach(error: unknown): boolean {
  // whatever is thrown, it may have these members
  const { code, name } = error as { code?: string; name?: string };
  return name === 'KnexTimeoutError' || outOfReach.test(code ?? '');
}

/** A refusal, or `requestTimeout` where the database is out of reach; undefined where something is wrong here. */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  return isOutOfReach(error) ? new Problem('requestTimeout') : undefined;
}

// koa's own refusals below 500: a path that cannot be decoded or leads elsewhere
const otherProblem = ({ expose }: { expose?: boolean }) => new Problem(expose ? 'notFound' : 'serverError');

/** The database's errors carry the statement with its values, and those may be secrets. */
function withoutStatement(error: unknown) {
  const { name, code, message, stack } = error as Error & { code?: string };
  return { type: name, code, message, stack };
}

/** Tells of an answer that ended before it was whole: its reader went away, or what it is read from did. */
export const logBroken =
  (log: Logger) =>
  (error: unknown, ctx?: Context): void =>
    log.warn({ traceId: ctx?.state.traceId, err: withoutStatement(error) }, 'answer broken off');

/** Answers every error below it as the envelope, in the caller's language, with the request id as `traceId`. */
export const answerErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null && ctx.path.startsWith('/dc')) throw new Problem('notFound');
    } catch (error) {
      // whatever is thrown, it may have this member
      const problem = asProblem(error) ?? otherProblem(error as { expose?: boolean });
      if (problem.status >= 500)
        log.error({ traceId: ctx.state.traceId, err: withoutStatement(error) }, 'request failed');
      const language = languageOf(ctx.get('Accept-Language'));
      ctx.status = problem.status;
      if (problem.details.retryAfter) ctx.set('Retry-After', String(problem.details.retryAfter));
      const data = problem.data(language, ctx.state.traceId);
      sendJson(ctx, { code: problem.status, message: problem.text(language), data });
    }
  };
