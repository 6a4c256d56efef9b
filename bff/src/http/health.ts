import type { Middleware } from 'koa';

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
