import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../contract/operations.ts';
import type { RequestInput } from './client.ts';

/** A request that a case sent, and the response. */
export interface Exchange {
  operation: Operation;
  input: RequestInput;
  token: string | undefined;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Undefined if no response came. */
  response?: { status: number; headers: Headers; text: string };
}

const currentList = new AsyncLocalStorage<Exchange[]>();

/** Runs `work`, and adds every exchange that it causes to the list. */
export function recordExchanges<T>(list: Exchange[], work: () => T): T {
  return currentList.run(list, work);
}

/** Adds exchanges to the list of the work that is running, if there is one. */
export function addExchanges(...exchanges: Exchange[]): void {
  currentList.getStore()?.push(...exchanges);
}
