import { percentile } from '../measure/results.ts';
import type { Outcome } from './plan.ts';

export interface LoadFigures {
  requests: number;
  perSecond: number;
  /** The median and the 99th percentile of the response times in milliseconds. */
  p50: number;
  p99: number;
}

/** Returns the combined figures of several loads. */
export function toFigures(outcomes: Outcome[]): LoadFigures {
  const responseTimes = outcomes.flatMap((outcome) => outcome.responseTimes);
  const elapsedMs = outcomes.reduce((sum, outcome) => sum + outcome.elapsedMs, 0);
  return {
    requests: responseTimes.length,
    perSecond: (responseTimes.length / elapsedMs) * 1000,
    p50: percentile(responseTimes, 0.5),
    p99: percentile(responseTimes, 0.99),
  };
}
