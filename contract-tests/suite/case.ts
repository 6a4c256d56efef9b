import type { Answer, Input } from './client.ts';
import type { Kind } from './kind.ts';
import type { State } from './records.ts';
import type { Scene } from './scene.ts';

export interface Needs {
  /** A role, nobody, or whichever account lacks a permission. */
  as: string | { without: string };
  /** A session of its own, for what may end it. */
  ownSession?: boolean;
  /** A record in that state, made for this case alone where it is not shared. */
  record?: State;
  /** It is left as it is, so that other cases may have it too. */
  shared?: boolean;
  /** Who wrote the record or its proposal; the editor where left out. */
  by?: string;
}

export interface Expectation {
  status: number;
  key?: string;
  /** The message, where it says more than its key. */
  message?: string;
  /** The fields complained of, in any order, as `pointer rule` or `pointer` alone. */
  fields?: string[];
  permission?: string;
  check?(answer: Answer, scene: Scene): void | Promise<void>;
}

export interface Case {
  operationId: string;
  name: string;
  kind?: Kind;
  needs: Needs;
  request(scene: Scene): Input | Promise<Input>;
  expect: Expectation;
  /** Where other operations have cases that try the same rule: what all of them have in common, and no other case. */
  sameAs?: string;
  /** Breaks the contract on purpose, so that Prism would answer it in the backend's stead. */
  breaksContract?: boolean;
  /** Locks out for a while whoever runs it, so only for a backend that is thrown away. */
  onlyDisposable?: boolean;
}
