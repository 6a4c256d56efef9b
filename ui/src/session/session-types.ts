import type { Schemas } from '#api/metadata.gen.ts';

export type User = Schemas['User'];
export type Credentials = Schemas['Credentials'];
export type Identity = { user: User | null; token: string | null };
/** The secret for an authenticator app, present if a role requires a second factor that is not set up yet. */
export type TotpSecret = Schemas['TotpSecret'];

/** The state after a correct password if a code is required, too. */
export interface Challenge {
  challenge: string;
  enrolment?: TotpSecret;
}

export interface SignedIn {
  status: 200;
  data: { user: User; token: string; recoveryCodes?: string[]; appearance?: Schemas['Appearance'] };
}
export type LoginOutcome = SignedIn | { status: 202; data: Challenge };

export interface SessionContext extends Identity {
  /** when the profile was last fetched successfully */
  refreshedAt: number | null;
  challenge: Challenge | null;
  /** whether the server rejected the challenge as expired, so that the password is needed again */
  hasChallengeExpired: boolean;
  /** the recovery codes of a new second factor, until the user has saved them */
  recoveryCodes: string[] | null;
  outcome: LoginOutcome | null;
  problem: unknown;
  /** the token that the server still has to revoke */
  revokingToken: string | null;
  now: () => number;
}

export type SessionEvent =
  | { type: 'LOGIN'; credentials: Credentials }
  | { type: 'CODE'; code: string }
  | { type: 'BACK' }
  | { type: 'CODES_KEPT' }
  | { type: 'LOGOUT' }
  | { type: 'UNAUTHORIZED' }
  | { type: 'REFRESH'; isForced: boolean }
  | { type: 'RENEWED'; token: string }
  | { type: 'STORED_ELSEWHERE'; stored: Identity }
  /** The token was removed from the storage without an event, as when the user cleared it. */
  | { type: 'TOKEN_GONE' };
