import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { enqueue } from './queue.ts';
import { foundTask, type TaskRow, toTask } from './read-tasks.ts';

export type TaskAct = 'taskStarted' | 'taskCancelled' | 'taskRetried';

type Doing = Pick<Request<'cancelTask'>, 'caller' | 'address' | 'client'>;

/** Queues a task for whoever asks, and logs it; `taskRunning` where one of its subject is queued or runs. */
export async function startTask(
  trx: Transaction,
  request: Doing,
  task: { kind: Schemas['TaskKind']; params: Schemas['TaskParams']; subject: string },
): Promise<Schemas['Task']> {
  const id = await enqueue(trx, { ...task, by: request.caller.username });
  if (id === undefined) throw new Problem('taskRunning');
  const row = await foundTask(trx, id);
  await logTask(trx, request, row, 'taskStarted');
  return toTask(row, request.caller);
}

/** Writes into the user log what somebody did to a task. */
export const logTask = (trx: Transaction, request: Doing, { id, kind }: TaskRow, act: TaskAct) =>
  logAct(trx, { ...doerOf(request), act, target: { kind: 'task', id, name: kind } });
