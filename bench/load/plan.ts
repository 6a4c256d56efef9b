/** A request of a load. */
export interface LoadRequest {
  method: 'GET' | 'PUT';
  path: string;
  /** The record of an update and its expected version. */
  record?: { id: number; version: number };
  /** The bodies that updates send alternately, so that each update changes something. */
  bodies?: readonly [string, string];
}

/** A load of a given duration in milliseconds. */
export interface Load {
  host: string;
  port: number;
  connections: number;
  durationMs: number;
  /** Lists of requests, of which each connection repeats one. Sequence n is used by connections n, n + requestSequences.length, … */
  requestSequences: LoadRequest[][];
  /** The average pause before the next request in milliseconds. The default is no pause. */
  averagePauseMs?: number;
  /** The bearer tokens. Connection n has the token n modulo their number. */
  tokens: string[];
}

/** The result of a load. */
export interface Outcome {
  /** The response times in milliseconds. */
  responseTimes: number[];
  /** The time from the first request to the last answer. */
  elapsedMs: number;
}
