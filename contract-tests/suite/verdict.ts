import type { Exchange } from './requests/exchanges.ts';

/** What a case was doing when it failed. `check` is what follows the response, such as reading the record again. */
export type Phase = 'preparation' | 'response' | 'check' | 'cleanup';

export interface Failure {
  outcome: 'failed';
  reason: string;
  phase: Phase;
  /** Everything that was sent until it failed. */
  exchanges: Exchange[];
  /** The request under test, unless the case failed before. */
  tested?: Exchange;
  /** The JSON pointer of the passage of the contract that the response violates, if it is a certain one. */
  pointer?: string;
}

export type Verdict = { outcome: 'passed' } | { outcome: 'skipped'; reason: string } | Failure;

/** Thrown by a case that lacks something it needs, such as an account or the folder of e-mails. */
export class NotTried extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
