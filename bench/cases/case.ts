import type { LoadRequest } from '../load/plan.ts';
import type { Goal } from '../measure/results.ts';

/** A load that runs against the service and the floor in turn. The floor is a bare server with the same answers. */
export interface LoadCase {
  name: string;
  /** The goal for the service's requests per second relative to the floor's, at ten connections. */
  goal?: Goal;
  /** The limit for the median response time in milliseconds, at ten connections. */
  maxP50Ms?: number;
  /** Lists of requests, of which each connection repeats one: connection n uses sequence n. */
  requestSequences: LoadRequest[][];
  /** The warm-up in milliseconds, if the default is too short to compile the code. */
  warmUpMs?: number;
  /** The number of units, such as rows, in a response. */
  itemsPerResponse?: { count: number; unit: string };
}

export const apiPrefix = '/dc/api/v1';
export const getStep = (path: string): LoadRequest => ({ method: 'GET', path: `${apiPrefix}${path}` });
