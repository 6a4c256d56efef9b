/** A request of a load. */
export interface Step {
  method: 'GET' | 'PUT';
  path: string;
  /** For an update: the record and its expected version. */
  record?: { id: number; version: number };
  /** Bodies to alternate, so that each update changes something. */
  bodies?: readonly [string, string];
}

/** A load of a given duration in milliseconds. */
export interface Load {
  host: string;
  port: number;
  connections: number;
  durationMs: number;
  /** A connection goes round one lane: lane n is taken by connections n, n + lanes.length, … */
  lanes: Step[][];
  /** The average pause before the next request in milliseconds; by default none. */
  averagePauseMs?: number;
  /** Bearer tokens: connection n has token n modulo their number. */
  tokens: string[];
}

/** The result of a load. */
export interface Outcome {
  /** The response times in milliseconds. */
  responseTimes: number[];
  /** Milliseconds from the first request to the last answer. */
  elapsedMs: number;
}
