import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** A session's bearer token. A KeyObject, not a string: jsonwebtoken derives a key from a string on every call. */
export const signToken = (secret: KeyObject, sessionId: string, userId: number, expire: Date) =>
  jwt.sign({ sid: sessionId, exp: Math.floor(expire.getTime() / 1000) }, secret, {
    algorithm: 'HS256',
    subject: String(userId),
  });
