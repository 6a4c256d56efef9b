import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import { type Answer, type Input, send } from './client.ts';
import { type Prepared, prepare } from './prepare.ts';
import { Records } from './records.ts';
import { Scene } from './scene.ts';
import { excerpt } from './verify.ts';
import type { World } from './world.ts';

export type Verdict = { outcome: 'passed' } | { outcome: 'failed' | 'skipped'; reason: string };

export async function runCase(world: World, it: Case): Promise<Verdict> {
  if (it.onlyDisposable && !world.backend.disposable) return skipped('it would lock this backend for a while');
  const { as } = it.needs;
  const role = typeof as === 'string' ? as : await world.sessions.roleWithout(as.without);
  if (role === undefined) return skipped(`every account given holds ${typeof as === 'string' ? as : as.without}`);
  const records = new Records(world);
  const verdict = await play(world, records, it, role).catch(failed);
  const left = await records.tidy().catch((error: unknown) => {
    world.freeValues.forget();
    return failed(error, 'cannot clean up: ');
  });
  const { kind, needs } = it;
  if (kind && needs.record && needs.shared && verdict.outcome === 'failed') {
    world.shared.drop(kind, needs.record, needs.by ?? 'editor');
  }
  return left ?? verdict;
}

async function play(world: World, records: Records, it: Case, role: string): Promise<Verdict> {
  const { kind, needs } = it;
  const prepared = await recordFor(world, records, it);
  if (needs.record?.includes('proposed') && !prepared?.proposal) return skipped('this kind is under nobody’s review');
  const token = role === 'none' ? undefined : await tokenFor(world, role, needs.ownSession);
  const scene = new Scene(world, records, token, kind, prepared);
  const input = await it.request(scene);
  const operation = world.operation(it.operationId);
  const base = it.breaksContract ? world.backend.direct : world.addressFor(it.operationId, it.expect.status);
  const answer = await send(base, operation, input, token);
  if (kind && answer.status === 201 && answer.data.record) records.remember(kind, answer.data.record);
  const broken = world.verify(operation, answer, languageOf(input));
  if (broken) return failed(broken);
  compare(it, answer);
  await it.expect.check?.(answer, scene);
  return { outcome: 'passed' };
}

async function recordFor(world: World, records: Records, { kind, needs }: Case): Promise<Prepared | undefined> {
  const { record: state, by = 'editor', shared } = needs;
  if (!kind || !state) return undefined;
  return shared ? world.shared.take(kind, state, by) : prepare(world, records, kind, state, by);
}

function tokenFor(world: World, role: string, own = false): Promise<string> {
  return own ? world.sessions.newToken(role) : world.sessions.token(role);
}

function languageOf({ language }: Input): 'zh-CN' | 'en' {
  return language?.startsWith('en') ? 'en' : 'zh-CN';
}

function compare({ expect }: Case, answer: Answer): void {
  // A file has no envelope.
  const { key, permission, fields = [] } = answer.data ?? {};
  const named = fields.flatMap(({ pointer, rule }) => [pointer, `${pointer} ${rule}`]);
  const demands: [unknown, boolean][] = [
    [expect.status, answer.status === expect.status],
    [expect.key, !expect.key || key === expect.key],
    [expect.message, !expect.message || answer.message === expect.message],
    [expect.permission, !expect.permission || permission === expect.permission],
    ...(expect.fields ?? []).map((field): [unknown, boolean] => [`a complaint at ${field}`, named.includes(field)]),
  ];
  const missed = demands.find(([, met]) => !met);
  assert.ok(!missed, `expected ${missed?.[0]}, got ${excerpt(answer)}`);
}

function skipped(reason: string): Verdict {
  return { outcome: 'skipped', reason };
}

function failed(error: unknown, when = ''): Verdict {
  return { outcome: 'failed', reason: when + (error instanceof Error ? error.message : String(error)) };
}
