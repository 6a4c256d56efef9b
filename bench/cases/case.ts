import type { Step } from '../load/plan.ts';
import type { Goal } from '../results.ts';

/** Requests of one sort, put on the service and on the floor in turn. */
export interface LoadCase {
  name: string;
  /** What the service's share of the floor's requests per second should be, at ten connections. */
  goal?: Goal;
  /** The most milliseconds that half of the answers may take, at ten connections. */
  mostP50?: number;
  /** What each connection goes round; lane n is that of connection n. */
  lanes: Step[][];
  /** Milliseconds until what it runs is compiled, where that takes longer than usual. */
  warmUp?: number;
  /** How many things of what `unit` says an answer holds. */
  each?: { count: number; unit: string };
}

export const api = '/dc/api/v1';
export const get = (path: string): Step => ({ method: 'GET', path: `${api}${path}` });
