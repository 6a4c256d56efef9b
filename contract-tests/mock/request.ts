import type { Operation } from '../contract/operations.ts';
import type { Language } from '../contract/texts.ts';
import type { Account, Session } from './data.ts';
import { Refusal } from './refusal.ts';

/** Members of a JSON body, which Prism has validated against the contract. */
export type Body = Record<string, unknown>;

/** Who calls an operation. Operations that need no session are called by nobody. */
export interface Caller {
  account: Account;
  session: Session;
  may(permission: string): boolean;
}

/** The version in `If-Match`, `*` for any, or undefined without the header. */
export type IfMatch = number | '*' | undefined;

export interface MockRequest {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  body: Body;
  ifMatch: IfMatch;
  language: Language;
  /** @throws if the operation needs no session */
  caller: Caller;
}

export interface MockAnswer {
  status: number;
  data: unknown;
  /** The version in `ETag`. */
  version?: number;
  headers?: Record<string, string>;
}

export type Handler = (request: MockRequest) => MockAnswer;

/** Handlers by the id of their operation. */
export type Handlers = Record<string, Handler>;

export const ok = (data: unknown, version?: number): MockAnswer => ({
  status: 200,
  data,
  ...(version !== undefined && { version }),
});

/** Returns the id in a path. */
export const idIn = ({ path }: MockRequest, name = 'id'): number => Number(path[name]);

/** Returns the values of a parameter that are separated by commas. */
export const valuesIn = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',');

/** Returns a page of items in the form of the contract's lists. */
export function pageOf<T>(items: T[], { page = '1', pageSize = '20' }: Record<string, string>) {
  const [number, size] = [Number(page), Number(pageSize)];
  return { items: items.slice((number - 1) * size, number * size), total: items.length, page: number, pageSize: size };
}

interface Versioned {
  version: number;
}

/** @throws Refusal 428 without a version, 412 for another than the current one */
export function expectVersion(ifMatch: IfMatch, current: Versioned): void {
  if (ifMatch === undefined) throw new Refusal(428, 'preconditionRequired');
  expectVersionIfNamed(ifMatch, current);
}

/** @throws Refusal 412 for another version than the current one */
export function expectVersionIfNamed(ifMatch: IfMatch, current: Versioned): void {
  if (typeof ifMatch === 'number' && ifMatch !== current.version)
    throw new Refusal(412, 'versionConflict', { current: { ...current } });
}

/** @throws Refusal 422 for `*`, because reviewers name the version that they have read */
export function expectExplicitVersion(ifMatch: IfMatch): void {
  if (ifMatch === '*')
    throw new Refusal(422, 'validationError', { fields: [{ pointer: '/header/If-Match', rule: 'versionToDecide' }] });
}
