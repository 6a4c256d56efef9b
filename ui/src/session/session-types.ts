import type { Schemas } from '#api/facts.gen.ts';

export type User = Schemas['User'];
export type Credentials = Schemas['Credentials'];
export type Identity = { user: User | null; token: string | null };

/** What a login answered; only 200 carries a user and a token. */
export interface LoginOutcome {
  status: number;
  data: { user?: User; token?: string };
}

export interface SessionContext extends Identity {
  /** When the profile was last fetched with success. */
  refreshedAt: number | null;
  outcome: LoginOutcome | null;
  problem: unknown;
  /** The token that the server still has to be told to forget. */
  leaving: string | null;
  now: () => number;
}

export type SessionEvent =
  | { type: 'LOGIN'; credentials: Credentials }
  | { type: 'LOGOUT' }
  | { type: 'UNAUTHORIZED' }
  | { type: 'REFRESH'; force: boolean }
  | { type: 'RENEWED'; token: string }
  | { type: 'STORED_ELSEWHERE'; stored: Identity };
