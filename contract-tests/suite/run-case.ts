import type { Case } from './case.ts';
import { CaseContext } from './case-context.ts';
import { type PreparedRecord, prepareRecord } from './records/prepare-record.ts';
import { TestRecords } from './records/records.ts';
import { type ApiResponse, type RequestInput, send } from './requests/client.ts';
import { describeError } from './requests/describe-error.ts';
import { type Exchange, recordExchanges, Stopped } from './requests/exchanges.ts';
import { describeAnswer, describeFields } from './requests/verify.ts';
import type { TestBackend } from './test-backend.ts';
import { type Failure, messageOf, NotTried, type Phase, type Verdict } from './verdict.ts';

/** What is known of a case while it runs. */
interface Attempt {
  phase: Phase;
  exchanges: Exchange[];
  tested?: Exchange;
}

/** Runs a case, and deletes what it created. It fails with `Stopped` where `stopSignal` is aborted before it ends. */
export async function runCase(backend: TestBackend, testCase: Case, stopSignal?: AbortSignal): Promise<Verdict> {
  const attempt: Attempt = { phase: 'preparation', exchanges: [] };
  const records = new TestRecords(backend);
  const work = () => execute(backend, records, testCase, attempt);
  const verdict = await untilStopped(recordExchanges(attempt.exchanges, work, stopSignal), stopSignal).catch(
    (error: unknown): Verdict =>
      error instanceof NotTried ? skipped(error.message) : failure(attempt, describeError(error)),
  );
  const cleanup: Attempt = { phase: 'cleanup', exchanges: [] };
  const cleanupFailure = await recordExchanges(cleanup.exchanges, () => records.deleteAll()).catch((error: unknown) => {
    backend.unusedValues.forgetUnused();
    return failure(cleanup, `cleanup failed: ${messageOf(error)}`);
  });
  const { entity, needs } = testCase;
  if (entity && needs.recordState && needs.leavesRecordUnchanged && verdict.outcome === 'failed') {
    backend.sharedRecords.drop(entity, needs.recordState, needs.author ?? 'editor');
  }
  if (!cleanupFailure) return verdict;
  if (verdict.outcome !== 'failed') return cleanupFailure;
  return { ...verdict, reason: `${verdict.reason}; ${cleanupFailure.reason}` };
}

/** Its requests fail when it is stopped, but a case may also wait for something else. */
async function untilStopped<T>(work: Promise<T>, stopSignal?: AbortSignal): Promise<T> {
  if (!stopSignal) return work;
  const ended = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stopSignal.addEventListener('abort', () => reject(new Stopped('it was stopped')), { signal: ended.signal });
  });
  return Promise.race([work, stopped]).finally(() => ended.abort());
}

async function execute(backend: TestBackend, records: TestRecords, testCase: Case, attempt: Attempt): Promise<Verdict> {
  const { entity, needs } = testCase;
  if (testCase.needsDisposableBackend && !backend.address.disposable)
    return skipped('it would change a backend that is in use');
  const role = await roleOf(backend, testCase);
  const prepared = await prepareNeededRecord(backend, records, testCase);
  if (needs.recordState?.includes('proposed') && !prepared?.proposal)
    return skipped('records of this entity need no review');
  const token = role === 'none' ? undefined : await tokenFor(backend, role, needs.needsOwnSession);
  const context = new CaseContext(backend, records, token, entity, prepared);
  const input = await testCase.request(context);
  const operation = backend.operation(testCase.operationId);
  const base = testCase.breaksContract
    ? backend.address.url
    : backend.baseUrlFor(testCase.operationId, testCase.expect.status);
  attempt.phase = 'response';
  const testedIndex = attempt.exchanges.length;
  const pendingResponse = send(base, operation, input, token);
  const tested = attempt.exchanges[testedIndex];
  if (tested) attempt.tested = tested;
  const response = await pendingResponse;
  if (entity && response.status === 201 && response.data?.record) records.track(entity, response.data.record);
  const violation = backend.verify(operation, response, languageOf(input));
  if (violation) return failure(attempt, violation.reason, violation.pointer);
  const unmet = unmetExpectation(testCase, response);
  if (unmet !== undefined) return failure(attempt, unmet);
  attempt.phase = 'check';
  await testCase.expect.check?.(response, context);
  return { outcome: 'passed' };
}

/** Says which expectation of a case a response does not meet, and what came instead; undefined if it meets all. */
function unmetExpectation({ expect }: Case, response: ApiResponse): string | undefined {
  // A file response has no envelope.
  const { key, permission, fields = [] } = response.data ?? {};
  if (response.status !== expect.status) return `expected ${expect.status}, got ${describeAnswer(response)}`;
  if (expect.key && key !== expect.key) return `expected the key ${expect.key}, got ${key ?? 'none'}`;
  if (expect.message && response.message !== expect.message)
    return `expected the message “${expect.message}”, got “${response.message}”`;
  if (expect.permission && permission !== expect.permission)
    return `expected the permission ${expect.permission}, got ${permission ?? 'none'}`;
  const reported = fields.flatMap(({ pointer, rule }) => [pointer, `${pointer} ${rule}`]);
  const missing = (expect.fields ?? []).filter((field) => !reported.includes(field));
  if (missing.length === 0) return undefined;
  return `expected ${missing.join(', ')}, got ${describeFields(fields) || 'no fields'}`;
}

/** @throws {NotTried} if every account has the permission that the caller must lack */
async function roleOf(backend: TestBackend, { needs }: Case): Promise<string> {
  if (typeof needs.role === 'string') return needs.role;
  const role = await backend.sessions.roleWithout(needs.role.without);
  if (role === undefined) throw new NotTried(`every account has the permission ${needs.role.without}`);
  return role;
}

async function prepareNeededRecord(
  backend: TestBackend,
  records: TestRecords,
  { entity, needs }: Case,
): Promise<PreparedRecord | undefined> {
  const { recordState, author = 'editor', leavesRecordUnchanged } = needs;
  if (!entity || !recordState) return undefined;
  return leavesRecordUnchanged
    ? backend.sharedRecords.get(entity, recordState, author)
    : prepareRecord(backend, records, entity, recordState, author);
}

function tokenFor(backend: TestBackend, role: string, needsOwnSession = false): Promise<string> {
  return needsOwnSession ? backend.sessions.newToken(role) : backend.sessions.token(role);
}

function languageOf({ language }: RequestInput): 'zh-CN' | 'en' {
  return language?.startsWith('en') ? 'en' : 'zh-CN';
}

function skipped(reason: string): Verdict {
  return { outcome: 'skipped', reason };
}

function failure(attempt: Attempt, reason: string, pointer?: string): Failure {
  return { outcome: 'failed', reason, ...attempt, exchanges: [...attempt.exchanges], ...(pointer && { pointer }) };
}
