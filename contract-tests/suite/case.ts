import type { CaseContext } from './case-context.ts';
import type { RecordState } from './records/records.ts';
import type { TestedEntity } from './records/tested-entity.ts';
import type { ApiResponse, RequestInput } from './requests/client.ts';

/** What a case is about: the columns of the conformance board. */
export const ruleGroups = ['answers', 'lists', 'callers', 'input', 'ids', 'versions', 'states', 'limits'] as const;
export type RuleGroup = (typeof ruleGroups)[number];

export interface Needs {
  /** The caller: a role, `none` for no session, or any account that lacks a permission. */
  role: string | { without: string };
  /** The case gets a new session because its request may end it. */
  needsOwnSession?: boolean;
  /** The state of the record that the case needs. */
  recordState?: RecordState;
  /** The case does not change the record, so other cases use the same one. */
  leavesRecordUnchanged?: boolean;
  /** The role that writes the record or its proposal, by default the editor. */
  author?: string;
}

export interface Expectation {
  status: number;
  key?: string;
  /** The exact message, for cases that check more than the error key. */
  message?: string;
  /** The fields with errors, in any order, as `pointer rule` or `pointer` alone. */
  fields?: string[];
  permission?: string;
  check?(response: ApiResponse, context: CaseContext): void | Promise<void>;
}

export interface Case {
  operationId: string;
  name: string;
  entity?: TestedEntity;
  needs: Needs;
  request(context: CaseContext): RequestInput | Promise<RequestInput>;
  expect: Expectation;
  /** A key shared by all cases that test the same rule on different operations, of which `npm test` runs one. */
  equivalenceKey?: string;
  /** The request violates the contract, so it bypasses Prism, which would reject it before the backend sees it. */
  breaksContract?: boolean;
  /** The JSON pointer of the passage of the contract that the case tests, where it is not the description of the response. */
  passage?: string;
  /** The column of the conformance board, where it does not follow from the expected status. */
  ruleGroup?: RuleGroup;
  /** The case changes the backend in ways that a backend in use should be spared, such as locking out an address. */
  needsDisposableBackend?: boolean;
}
