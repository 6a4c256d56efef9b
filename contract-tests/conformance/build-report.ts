import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { contractFile } from '../contract/contract.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case, RuleGroup } from '../suite/case.ts';
import type { TestBackend } from '../suite/test-backend.ts';
import { describeFailure } from './describe-failure.ts';
import type { Options } from './options.ts';
import { plural } from './reports/wording.ts';
import { asComplete, type CaseResult, type RunResult } from './run-cases.ts';
import {
  type CaseReport,
  caseVerdicts,
  type OperationReport,
  type OperationVerdict,
  operationVerdicts,
  type RunReport,
} from './run-report.ts';
import { Secrets } from './secrets.ts';

export interface RunTimes {
  startTime: Date;
  endTime: Date;
}

export function buildReport(
  contract: Contract,
  backend: TestBackend,
  options: Options,
  { startTime, endTime }: RunTimes,
  { results: caseResults, interruption, unfinishedOperation, leftBehind, otherRun }: RunResult,
): RunReport {
  const secrets = new Secrets(backend.sessions);
  const results = options.complete ? caseResults.map(asComplete) : caseResults;
  const cases = results.map((result) => toCaseReport(contract, backend, secrets, result));
  const testedIds = new Set(cases.map(({ operationId }) => operationId));
  const operations = operationsOf(contract)
    .filter(({ id }) => testedIds.has(id))
    .map((operation) => toOperationReport(operation, cases, unfinishedOperation));
  return {
    format: 1,
    url: options.url,
    startTime: startTime.toISOString(),
    seconds: (endTime.getTime() - startTime.getTime()) / 1000,
    contract: {
      version: contract.info.version,
      sha256: createHash('sha256').update(readFileSync(contractFile)).digest('hex'),
    },
    selection: selectionOf(options),
    ...(interruption !== undefined && { interruption }),
    ...(options.complete && incompleteness(caseResults)),
    totals: {
      operations: countBy(operationVerdicts, operations),
      cases: countBy(caseVerdicts, cases),
    },
    signIn: secrets.signInScript(options.url),
    operations,
    cases,
    leftBehind,
    ...(otherRun !== undefined && { otherRun }),
  };
}

/** Says what the backend lacks, if it lacks anything. */
function incompleteness(results: CaseResult[]): Pick<RunReport, 'incomplete'> {
  const lacking = results.filter(({ lacksOperation }) => lacksOperation);
  const missing = new Set(
    lacking.filter(({ verdict }) => verdict === 'not implemented').map(({ testCase }) => testCase.operationId),
  ).size;
  const needing = lacking.filter(({ verdict }) => verdict === 'not tried').length;
  const parts = [
    ...(missing > 0 ? [`${plural(missing, 'operation')} ${missing === 1 ? 'is' : 'are'} not implemented`] : []),
    ...(needing > 0 ? [`${plural(needing, 'case')} not tried for lack of another operation`] : []),
  ];
  return parts.length > 0 ? { incomplete: parts.join(', ') } : {};
}

function toCaseReport(
  contract: Contract,
  backend: TestBackend,
  secrets: Secrets,
  { testCase, verdict, milliseconds, reason, failure, lacksOperation }: CaseResult,
): CaseReport {
  const { operationId, name } = testCase;
  const operation = backend.operation(operationId);
  return {
    operationId,
    name,
    group: ruleGroupOf(testCase, operation),
    verdict,
    milliseconds,
    ...(reason !== undefined && { reason: secrets.hide(reason) }),
    ...(lacksOperation && { lacksOperation }),
    ...(failure && { failure: describeFailure(contract, secrets, testCase, operation, failure) }),
  };
}

const groupsByStatus: Record<number, RuleGroup> = {
  400: 'input',
  401: 'callers',
  403: 'callers',
  404: 'ids',
  409: 'states',
  412: 'versions',
  413: 'limits',
  428: 'versions',
  429: 'limits',
};

function ruleGroupOf({ ruleGroup, expect }: Case, { method, parameters }: Operation): RuleGroup {
  if (ruleGroup) return ruleGroup;
  if (expect.status >= 400) return groupsByStatus[expect.status] ?? 'input';
  const isList = method === 'get' && parameters.some(({ name }) => name === 'pageSize' || name === 'limit');
  return isList ? 'lists' : 'answers';
}

function toOperationReport(
  { id, method, path, tag, summary, chineseSummary }: Operation,
  cases: CaseReport[],
  unfinishedOperation: string | undefined,
): OperationReport {
  const verdicts = new Set(cases.filter(({ operationId }) => operationId === id).map(({ verdict }) => verdict));
  const verdict = summarize(verdicts);
  // Of an operation whose last cases were not run nobody knows whether it conforms.
  const isUnknown = verdict === 'conforms' && id === unfinishedOperation;
  const facts = { id, method: method.toUpperCase(), path, tag, summary, chineseSummary };
  return { ...facts, verdict: isUnknown ? 'not tried' : verdict };
}

function summarize(verdicts: Set<CaseReport['verdict']>): OperationVerdict {
  if (verdicts.has('failed')) return 'fails';
  if (verdicts.has('passed')) return 'conforms';
  return verdicts.has('not implemented') ? 'not implemented' : 'not tried';
}

function countBy<Name extends string>(names: readonly Name[], items: { verdict: Name }[]): Record<Name, number> {
  const counts = names.map((name) => [name, items.filter(({ verdict }) => verdict === name).length]);
  return Object.fromEntries(counts) as Record<Name, number>; // Cast: one entry per name.
}

export function selectionOf({ tags, only, caseText, quick }: Options): string[] {
  return [
    ...tags.map((tag) => `--tag ${tag}`),
    ...only.map((pattern) => `--only ${pattern}`),
    ...(caseText === undefined ? [] : [`--case '${caseText}'`]),
    ...(quick ? ['--quick'] : []),
  ];
}
