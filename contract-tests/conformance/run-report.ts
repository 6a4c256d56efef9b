import type { RuleGroup } from '../suite/case.ts';
import type { Phase } from '../suite/verdict.ts';
import type { Passage } from './contract-passages.ts';

/** The report of a run, as `--json` writes it and the board reads it. */
export interface RunReport {
  format: 1;
  url: string;
  startTime: string;
  seconds: number;
  contract: { version: string; sha256: string };
  /** The options that select cases. */
  selection: string[];
  /** Why the run ended before its last case. */
  interruption?: string;
  totals: { operations: Record<OperationVerdict, number>; cases: Record<CaseVerdict, number> };
  /** With `--complete`, what is missing, if anything is. */
  incomplete?: string;
  /** Shell commands that set the variables of the `curl` commands. */
  signIn: string;
  operations: OperationReport[];
  cases: CaseReport[];
  /** What could not be deleted. */
  leftBehind: string[];
  /** Records of another run on the same backend, which may have disturbed this one. */
  otherRun?: string;
}

export const operationVerdicts = ['conforms', 'fails', 'not implemented', 'not tried'] as const;
export type OperationVerdict = (typeof operationVerdicts)[number];

export const caseVerdicts = ['passed', 'failed', 'not tried', 'not implemented'] as const;
export type CaseVerdict = (typeof caseVerdicts)[number];

export interface OperationReport {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  chineseSummary: string;
  verdict: OperationVerdict;
}

export interface CaseReport {
  operationId: string;
  name: string;
  group: RuleGroup;
  verdict: CaseVerdict;
  milliseconds: number;
  /** Why it was not tried, or what is wrong. */
  reason?: string;
  /** It was not tried because the backend lacks an operation, its own or one that it needs, which `--complete` does not allow. */
  lacksOperation?: true;
  failure?: FailureReport;
}

export interface FailureReport {
  phase: Phase;
  expected: ExpectedReport;
  passages: Passage[];
  /** The request under test, and the last request if the case failed later. */
  exchanges: ExchangeReport[];
  curl: string;
  /** The command that runs this case alone. */
  command: string;
}

export interface ExpectedReport {
  status: number;
  key?: string;
  message?: string;
  permission?: string;
  fields?: string[];
}

export interface ExchangeReport {
  operationId: string;
  method: string;
  path: string;
  caller: string;
  headers: Record<string, string>;
  body?: string;
  /** Absent if no response came. */
  response?: ResponseReport;
}

export interface ResponseReport {
  status: number;
  contentType: string;
  /** Those that the contract speaks of. */
  headers: Record<string, string>;
  body: string;
}
