import type { Answer, RequestInput } from './client.ts';
import type { Kind } from './kind.ts';
import type { State } from './records.ts';
import type { Scene } from './scene.ts';

export interface Needs {
  /** A role, `none` for no session, or any account that lacks a permission. */
  as: string | { without: string };
  /** Uses a new session, for requests that may end it. */
  ownSession?: boolean;
  /** Needs a record in this state, created for this case unless it is shared. */
  record?: State;
  /** Does not change the record, so other cases may use it too. */
  shared?: boolean;
  /** The role that writes the record or its proposal; by default the editor. */
  by?: string;
}

export interface Expectation {
  status: number;
  key?: string;
  /** The expected message, if it says more than the key. */
  message?: string;
  /** The fields with errors, in any order, as `pointer rule` or `pointer` alone. */
  fields?: string[];
  permission?: string;
  check?(answer: Answer, scene: Scene): void | Promise<void>;
}

export interface Case {
  operationId: string;
  name: string;
  kind?: Kind;
  needs: Needs;
  request(scene: Scene): RequestInput | Promise<RequestInput>;
  expect: Expectation;
  /** A key shared by all cases that test the same rule on different operations. */
  sameAs?: string;
  /** Breaks the contract on purpose, so it bypasses Prism, which would answer it instead of the backend. */
  breaksContract?: boolean;
  /** Locks the caller out for a while, so it runs only against a disposable backend. */
  onlyDisposable?: boolean;
}
