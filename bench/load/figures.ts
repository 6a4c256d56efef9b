import { percentile } from '../results.ts';
import type { Outcome } from './plan.ts';

export interface Figures {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** The combined figures of several loads. */
export function toFigures(outcomes: Outcome[]): Figures {
  const took = outcomes.flatMap((outcome) => outcome.took);
  const elapsed = outcomes.reduce((sum, outcome) => sum + outcome.elapsed, 0);
  return {
    requests: took.length,
    perSecond: (took.length / elapsed) * 1000,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
  };
}
