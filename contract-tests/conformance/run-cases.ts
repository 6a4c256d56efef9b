import { setMaxListeners } from 'node:events';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Case } from '../suite/case.ts';
import { send } from '../suite/requests/client.ts';
import type { Exchange } from '../suite/requests/exchanges.ts';
import { runCase } from '../suite/run-case.ts';
import type { TestBackend } from '../suite/test-backend.ts';
import type { Failure, Verdict } from '../suite/verdict.ts';
import { ImplementedOperations, missingStatuses } from './implemented-operations.ts';
import type { Interruption } from './interruption.ts';
import type { Progress } from './progress.ts';
import { plural } from './reports/wording.ts';
import type { CaseVerdict } from './run-report.ts';

/** A case that still sends requests after this time will never end. */
const MAX_CASE_MS = 10 * 60_000;

export interface CaseResult {
  testCase: Case;
  verdict: CaseVerdict;
  milliseconds: number;
  reason?: string;
  failure?: Failure;
  /** It was not tried because the backend lacks an operation. */
  lacksOperation?: true;
}

/** What the backend lacks is a failure with `--complete`. */
export function asComplete(result: CaseResult): CaseResult {
  if (!result.lacksOperation || result.verdict === 'failed') return result;
  return { ...result, verdict: 'failed', reason: result.reason ?? 'the operation is not implemented' };
}

export interface RunResult {
  results: CaseResult[];
  /** Why it ended before the last case. */
  interruption?: string;
  /** The operation of which not all cases were run before that. */
  unfinishedOperation?: string;
  leftBehind: string[];
  /** The records of another run that was seen on the same backend. */
  otherRun?: string;
}

/** Runs cases, which are in the order of their operations, until the last one or an interruption. */
export async function runCases(
  backend: TestBackend,
  cases: Case[],
  progress: Progress,
  { signal, stopSignal }: Pick<Interruption, 'signal' | 'stopSignal'>,
): Promise<RunResult> {
  const implemented = new ImplementedOperations(backend);
  const leftBehind: string[] = [];
  const results: CaseResult[] = [];
  let interruption: string | undefined;
  let unfinishedOperation: string | undefined;
  for (const operationId of new Set(cases.map((testCase) => testCase.operationId))) {
    const operation = backend.operation(operationId);
    const operationCases = cases.filter((testCase) => testCase.operationId === operationId);
    const operationResults: CaseResult[] = [];
    const exchanges: Exchange[] = [];
    const isImplemented = !signal.aborted && (await implemented.has(operation));
    for (const testCase of operationCases) {
      if (signal.aborted) interruption ??= 'it was interrupted';
      if (interruption !== undefined) break;
      progress.caseStarts(testCase);
      const startTime = performance.now();
      const verdict = isImplemented ? await runWithLimit(backend, testCase, stopSignal) : undefined;
      const result = { testCase, milliseconds: Math.round(performance.now() - startTime) };
      if (verdict?.outcome === 'failed') exchanges.push(...verdict.exchanges);
      operationResults.push({ ...result, ...(await toVerdict(backend, implemented, testCase, verdict, leftBehind)) });
      if (isWithoutResponse(verdict) && !signal.aborted && !(await isAlive(backend, signal)))
        interruption = `the backend no longer answers, since the case “${operationId}: ${testCase.name}”`;
    }
    if (isNeverAnswered(operation, operationResults, exchanges)) {
      implemented.markMissing(operation);
      for (const result of operationResults) {
        withdraw(result, 'not implemented', 'every request is answered with 404');
        result.lacksOperation = true;
      }
    }
    results.push(...operationResults);
    if (operationResults.length > 0) progress.operationEnds(operation, operationResults);
    if (interruption !== undefined) {
      if (operationResults.length < operationCases.length) unfinishedOperation = operationId;
      break;
    }
  }
  // Cases may have used an operation before its own cases showed that it is missing.
  for (const result of results) {
    const missing = result.failure && (await findMissing(backend, implemented, result.testCase, result.failure));
    if (missing) {
      withdraw(result, 'not tried', needsMissing(missing));
      result.lacksOperation = true;
    }
  }
  if (interruption === undefined) return { results, leftBehind };
  const count = `${results.length.toLocaleString('en')} of ${plural(cases.length, 'case')}`;
  return {
    results,
    leftBehind,
    interruption: `${interruption}, after ${count}`,
    ...(unfinishedOperation !== undefined && { unfinishedOperation }),
  };
}

/** Runs a case, which has a time to end that grows short with an interruption. */
async function runWithLimit(backend: TestBackend, testCase: Case, stopSignal: AbortSignal): Promise<Verdict> {
  const limit = new AbortController();
  // A case may send many requests at once.
  setMaxListeners(0, limit.signal);
  const stop = () => limit.abort();
  const timer = setTimeout(stop, MAX_CASE_MS);
  stopSignal.addEventListener('abort', stop);
  try {
    const verdict = await runCase(backend, testCase, limit.signal);
    if (verdict.outcome !== 'failed') return verdict;
    const last = verdict.exchanges.at(-1);
    const request = last ? `; its last request was ${last.operation.method.toUpperCase()} ${last.url}` : '';
    if (stopSignal.aborted) return { outcome: 'skipped', reason: `it had not ended when it was interrupted${request}` };
    if (limit.signal.aborted)
      return { ...verdict, reason: `it did not end within ${MAX_CASE_MS / 60_000} minutes${request}` };
    return verdict;
  } finally {
    clearTimeout(timer);
    stopSignal.removeEventListener('abort', stop);
  }
}

async function toVerdict(
  backend: TestBackend,
  implemented: ImplementedOperations,
  testCase: Case,
  verdict: Verdict | undefined,
  leftBehind: string[],
): Promise<Pick<CaseResult, 'verdict' | 'reason' | 'failure' | 'lacksOperation'>> {
  if (!verdict) return { verdict: 'not implemented', lacksOperation: true };
  if (verdict.outcome === 'passed') return { verdict: 'passed' };
  if (verdict.outcome === 'skipped') return { verdict: 'not tried', reason: verdict.reason };
  const hindrance = await findHindrance(backend, implemented, testCase, verdict);
  if (hindrance !== undefined) return { verdict: 'not tried', reason: hindrance };
  const missing = await findMissing(backend, implemented, testCase, verdict);
  if (!missing) return { verdict: 'failed', reason: verdict.reason, failure: verdict };
  if (verdict.phase !== 'cleanup') return { verdict: 'not tried', reason: needsMissing(missing), lacksOperation: true };
  leftBehind.push(verdict.reason.replace('cleanup failed: ', ''));
  return { verdict: 'passed' };
}

/** Returns why a case could not be tried that met a limit, or the lack of a permission that its account says it lacks. */
async function findHindrance(
  backend: TestBackend,
  implemented: ImplementedOperations,
  { expect }: Case,
  { exchanges }: Failure,
): Promise<string | undefined> {
  const { sessions } = backend;
  const { operation, token, response } = exchanges.at(-1) ?? {};
  if (!operation || !response) return undefined;
  const isTaskRunning =
    response.status === 409 && expect.key !== 'taskRunning' && /"key":\s*"taskRunning"/.test(response.text);
  // A case waits for what it has started where the backend says how far that is.
  if (isTaskRunning && !(await implemented.has(backend.operation('getBulkChange'))))
    return 'an action on all matches has not ended, and without getBulkChange nobody knows when it will';
  if (response.status === expect.status) return undefined;
  if (response.status === 429) return `${operation.id} has met its limit (429), as after an earlier run`;
  const role = token === undefined ? undefined : sessions.roleOf(token);
  if (response.status !== 403 || role === undefined) return undefined;
  const { roles } = await sessions.user(role);
  const granted = roles.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  const [, permission] = /"permission":"([^"]+)"/.exec(response.text) ?? [];
  if (permission === undefined || granted.includes(permission)) return undefined;
  return `the account of the role ${role} has no permission ${permission}`;
}

const needsMissing = ({ id }: Operation): string => `it needs ${id}, which is not implemented`;

/** Returns another operation that a failed case used and the backend lacks. */
async function findMissing(
  backend: TestBackend,
  implemented: ImplementedOperations,
  { operationId, expect }: Case,
  { phase, exchanges, tested }: Failure,
): Promise<Operation | undefined> {
  const isRefused = ({ operation, response }: Exchange) =>
    operation.id !== operationId && missingStatuses.includes(response?.status ?? 0);
  const used = phase === 'response' ? [] : exchanges.filter(isRefused).map(({ operation }) => operation);
  const named = expect.status < 422 ? operationsNamedIn(backend, tested) : [];
  for (const operation of [...named, ...used]) if (!(await implemented.has(operation))) return operation;
  return undefined;
}

/** Returns the operation whose path a body names, as that of a ticket does. */
function operationsNamedIn({ contract }: TestBackend, tested: Exchange | undefined): Operation[] {
  const [, path] = /"path":"(\/api\/v1[^"?]*)/.exec(tested?.body ?? '') ?? [];
  return operationsOf(contract).filter((operation) => operation.method === 'get' && operation.path === path);
}

/** Returns true if cases failed because the operation answered nothing but 404, or 401 to those without a token. */
function isNeverAnswered(operation: Operation, results: CaseResult[], exchanges: Exchange[]): boolean {
  if (!results.some(({ verdict }) => verdict === 'failed')) return false;
  const statuses = exchanges
    .filter((exchange) => exchange.operation.id === operation.id)
    .map(({ response }) => response?.status ?? 0);
  const succeeded = results.some(
    ({ testCase, verdict }) => verdict === 'passed' && ![401, 404].includes(testCase.expect.status),
  );
  return (
    !succeeded &&
    statuses.some((status) => missingStatuses.includes(status)) &&
    statuses.every((status) => status === 401 || missingStatuses.includes(status))
  );
}

function withdraw(result: CaseResult, verdict: CaseVerdict, reason: string): void {
  result.verdict = verdict;
  result.reason = reason;
  delete result.failure;
}

const isWithoutResponse = (verdict: Verdict | undefined): boolean =>
  verdict?.outcome === 'failed' && verdict.exchanges.some(({ response }) => response === undefined);

/** Returns true if the backend answers anything, also after it had to be restarted. */
async function isAlive(backend: TestBackend, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < 5 && !signal.aborted; attempt += 1) {
    const response = await send(backend.address.url, backend.operation('getAuthOptions'), {}).catch(() => undefined);
    if (response) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
