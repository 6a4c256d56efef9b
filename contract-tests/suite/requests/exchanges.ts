import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../../contract/operations.ts';
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

/** Thrown by requests of work that was stopped. */
export class Stopped extends Error {}

interface Work {
  exchanges: Exchange[];
  /** Ends the work by letting its requests fail. */
  stopSignal: AbortSignal | undefined;
}

const currentWork = new AsyncLocalStorage<Work>();

/** Runs `work`, and adds every exchange that it causes to the list. Its requests fail once `stopSignal`, or that of the work around it, is aborted. */
export function recordExchanges<T>(list: Exchange[], work: () => T, stopSignal = stopSignalOfWork()): T {
  return currentWork.run({ exchanges: list, stopSignal }, work);
}

/** Adds exchanges that are not there yet to the list of the work that is running, if there is one. */
export function addExchanges(...exchanges: Exchange[]): void {
  const list = currentWork.getStore()?.exchanges ?? [];
  const present = new Set(list);
  list.push(...exchanges.filter((exchange) => !present.has(exchange)));
}

/** Returns what stops the work that is running, if anything does. */
export const stopSignalOfWork = (): AbortSignal | undefined => currentWork.getStore()?.stopSignal;
