import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import koaJwt, { type Options } from 'koa-jwt';

const ALGORITHM = 'HS256';

/** A session's bearer token. A KeyObject, not a string: jsonwebtoken derives a key from a string on every call. */
export const signToken = (secret: KeyObject, sessionId: string, userId: number, expire: Date) =>
  jwt.sign({ sid: sessionId, exp: Math.floor(expire.getTime() / 1000) }, secret, {
    algorithm: ALGORITHM,
    subject: String(userId),
  });

/** What a session's token says. */
export interface Claims {
  sessionId: string;
  userId: string;
}

/**
 * Reads the request's bearer token, if `signToken` has signed it by one of these secrets and it still holds; undefined for anything
 * else, for the mount to answer 401.
 */
export function createReadToken(secrets: KeyObject[]): (ctx: Context) => Promise<Claims | undefined> {
  const options = { secret: secrets, algorithms: [ALGORITHM], key: 'claims', passthrough: true };
  // its types know secrets as texts and bytes, while jsonwebtoken beneath it takes a KeyObject
  const verify = koaJwt(options as unknown as Options);
  return async (ctx) => {
    await verify(ctx, async () => undefined);
    const { sid, sub, exp }: jwt.JwtPayload = ctx.state.claims ?? {};
    // the library takes a token without an end for one that never ends
    if (typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    return { sessionId: sid, userId: String(sub) };
  };
}
