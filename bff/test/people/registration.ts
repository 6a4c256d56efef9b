import type { Schemas } from '../../src/http/contract.ts';

let made = 0;

/** The body of a registration that nothing is wrong with. */
export function registration(change: Partial<Schemas['Registration']> = {}): Schemas['Registration'] {
  const username = `guest-${++made}`;
  const password = 'correct horse battery';
  return { username, email: `${username}@post.example`, displayName: `林薇 ${made}`, password, ...change };
}

/** A request from an address that nobody else has, through the proxy. */
export const from = () => {
  made++;
  return { 'X-Forwarded-For': `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}` };
};
