import { createHash } from 'node:crypto';

/** What a mapping of columns is remembered by: SHA-256 of their names in order, base64url. */
export function signatureOf(columns: string[]): string {
  return createHash('sha256').update(JSON.stringify(columns)).digest('base64url');
}
