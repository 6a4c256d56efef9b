/** A request of a load. */
export interface Step {
  method: 'GET' | 'PUT';
  path: string;
  /** Of an update: the record written, at its version as the load knows it. */
  record?: { id: number; version: number };
  /** Bodies by turns, so that each update changes something. */
  bodies?: readonly [string, string];
}

/** What a load does for so long, in milliseconds. */
export interface Load {
  host: string;
  port: number;
  connections: number;
  milliseconds: number;
  /** A connection goes round one lane: lane n is taken by connections n, n + lanes.length, … */
  lanes: Step[][];
  /** Milliseconds that somebody looks at an answer before the next request, on average; none without it. */
  pause?: number;
  /** Bearer tokens: connection n has token n modulo their number. */
  tokens: string[];
}

/** What came of a load. */
export interface Outcome {
  /** Milliseconds that each answer took. */
  took: number[];
  /** Milliseconds from the first request to the last answer. */
  elapsed: number;
}
