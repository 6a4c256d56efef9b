import type { Schemas } from '#api/facts.gen.ts';

export type User = Schemas['User'];
export type Credentials = Schemas['Credentials'];
export type Identity = { user: User | null; token: string | null };
/** What an authenticator app needs; there where a role asks for a second factor and none is set up yet. */
export type TotpSecret = Schemas['TotpSecret'];

/** The password was right, and a code is wanted. */
export interface Challenge {
  challenge: string;
  enrolment?: TotpSecret;
}

export type SignedIn = { status: 200; data: { user: User; token: string; recoveryCodes?: string[] } };
export type LoginOutcome = SignedIn | { status: 202; data: Challenge };

export interface SessionContext extends Identity {
  /** When the profile was last fetched with success. */
  refreshedAt: number | null;
  challenge: Challenge | null;
  /** The challenge was given up by the server: the password is asked for anew. */
  lapsed: boolean;
  /** Of a second factor just set up: to be shown until they are kept. */
  recoveryCodes: string[] | null;
  outcome: LoginOutcome | null;
  problem: unknown;
  /** The token that the server still has to be told to forget. */
  leaving: string | null;
  now: () => number;
}

export type SessionEvent =
  | { type: 'LOGIN'; credentials: Credentials }
  | { type: 'CODE'; code: string }
  | { type: 'BACK' }
  | { type: 'CODES_KEPT' }
  | { type: 'LOGOUT' }
  | { type: 'UNAUTHORIZED' }
  | { type: 'REFRESH'; force: boolean }
  | { type: 'RENEWED'; token: string }
  | { type: 'STORED_ELSEWHERE'; stored: Identity }
  /** The storage lost the token without a word, as when somebody cleared it by hand. */
  | { type: 'TOKEN_GONE' };
