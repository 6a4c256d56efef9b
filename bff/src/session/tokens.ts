import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** A session's bearer token. A KeyObject, not a string: jsonwebtoken derives a key from a string on every call. */
export const signToken = (secret: KeyObject, sessionId: string, userId: number, expire: Date) =>
  jwt.sign({ sid: sessionId, exp: Math.floor(expire.getTime() / 1000) }, secret, {
    algorithm: 'HS256',
    subject: String(userId),
  });

/** What a session's token says. */
export interface Claims {
  sessionId: string;
  userId: string;
}

interface Kept extends Claims {
  /** Milliseconds since the epoch. */
  expire: number;
}

const mostKept = 1000;

/** Reads tokens that `signToken` has signed by any of these and that still hold; undefined for anything else. A signature is checked once. */
export function createReadToken(secrets: KeyObject[]): (token: string) => Claims | undefined {
  const kept = new Map<string, Kept>();
  return (token) => {
    const known = kept.get(token);
    if (known) return Date.now() < known.expire ? known : undefined;
    let read: Kept | undefined;
    for (const secret of secrets) read ??= verified(token, secret);
    if (!read) return undefined;
    if (kept.size >= mostKept) kept.clear();
    kept.set(token, read);
    return read;
  };
}

function verified(token: string, secret: KeyObject): Kept | undefined {
  try {
    // signed by `signToken`, it is an object
    const { sid, sub, exp } = jwt.verify(token, secret, { algorithms: ['HS256'] }) as jwt.JwtPayload;
    // the library takes one without an end for one that never ends
    if (typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    return { sessionId: sid, userId: String(sub), expire: exp * 1000 };
  } catch {
    return undefined;
  }
}
