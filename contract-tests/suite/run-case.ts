import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import { type Answer, type RequestInput, send } from './client.ts';
import { type Prepared, prepare } from './prepare.ts';
import { Records } from './records.ts';
import { Scene } from './scene.ts';
import type { TestBackend } from './test-backend.ts';
import { excerpt } from './verify.ts';

export type Verdict = { outcome: 'passed' } | { outcome: 'failed' | 'skipped'; reason: string };

export async function runCase(backend: TestBackend, testCase: Case): Promise<Verdict> {
  if (testCase.onlyDisposable && !backend.address.disposable) return skipped('it would lock this backend for a while');
  const { as } = testCase.needs;
  const role = typeof as === 'string' ? as : await backend.sessions.roleWithout(as.without);
  if (role === undefined) return skipped(`every account given holds ${typeof as === 'string' ? as : as.without}`);
  const records = new Records(backend);
  const verdict = await execute(backend, records, testCase, role).catch(failed);
  const cleanupFailure = await records.deleteAll().catch((error: unknown) => {
    backend.freeValues.clear();
    return failed(error, 'cannot clean up: ');
  });
  const { kind, needs } = testCase;
  if (kind && needs.record && needs.shared && verdict.outcome === 'failed') {
    backend.shared.drop(kind, needs.record, needs.by ?? 'editor');
  }
  return cleanupFailure ?? verdict;
}

async function execute(backend: TestBackend, records: Records, testCase: Case, role: string): Promise<Verdict> {
  const { kind, needs } = testCase;
  const prepared = await recordFor(backend, records, testCase);
  if (needs.record?.includes('proposed') && !prepared?.proposal) return skipped('this kind is under nobody’s review');
  const token = role === 'none' ? undefined : await tokenFor(backend, role, needs.ownSession);
  const scene = new Scene(backend, records, token, kind, prepared);
  const input = await testCase.request(scene);
  const operation = backend.operation(testCase.operationId);
  const base = testCase.breaksContract
    ? backend.address.direct
    : backend.addressFor(testCase.operationId, testCase.expect.status);
  const answer = await send(base, operation, input, token);
  if (kind && answer.status === 201 && answer.data.record) records.remember(kind, answer.data.record);
  const violation = backend.verify(operation, answer, languageOf(input));
  if (violation) return failed(violation);
  compare(testCase, answer);
  await testCase.expect.check?.(answer, scene);
  return { outcome: 'passed' };
}

async function recordFor(backend: TestBackend, records: Records, { kind, needs }: Case): Promise<Prepared | undefined> {
  const { record: state, by = 'editor', shared } = needs;
  if (!kind || !state) return undefined;
  return shared ? backend.shared.take(kind, state, by) : prepare(backend, records, kind, state, by);
}

function tokenFor(backend: TestBackend, role: string, needsOwnSession = false): Promise<string> {
  return needsOwnSession ? backend.sessions.newToken(role) : backend.sessions.token(role);
}

function languageOf({ language }: RequestInput): 'zh-CN' | 'en' {
  return language?.startsWith('en') ? 'en' : 'zh-CN';
}

function compare({ expect }: Case, answer: Answer): void {
  // A file has no envelope.
  const { key, permission, fields = [] } = answer.data ?? {};
  const reportedFields = fields.flatMap(({ pointer, rule }) => [pointer, `${pointer} ${rule}`]);
  const expectations: [unknown, boolean][] = [
    [expect.status, answer.status === expect.status],
    [expect.key, !expect.key || key === expect.key],
    [expect.message, !expect.message || answer.message === expect.message],
    [expect.permission, !expect.permission || permission === expect.permission],
    ...(expect.fields ?? []).map((field): [unknown, boolean] => [
      `a complaint at ${field}`,
      reportedFields.includes(field),
    ]),
  ];
  const unmet = expectations.find(([, isMet]) => !isMet);
  assert.ok(!unmet, `expected ${unmet?.[0]}, got ${excerpt(answer)}`);
}

function skipped(reason: string): Verdict {
  return { outcome: 'skipped', reason };
}

function failed(error: unknown, prefix = ''): Verdict {
  return { outcome: 'failed', reason: prefix + (error instanceof Error ? error.message : String(error)) };
}
