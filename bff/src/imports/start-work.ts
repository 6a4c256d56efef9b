import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { type Transaction, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { startTask } from '#tasks/queue.ts';
import { rememberTargets } from './options.ts';
import {
  addContributor,
  changeImport,
  expectStatus,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
  type WorkingStatus,
} from './stored-import.ts';

type Doing = Pick<Request<'stageImport'>, 'caller' | 'address' | 'client'>;

const kinds = {
  staging: 'importStage',
  applying: 'importApply',
  deciding: 'importDecide',
  reverting: 'importRevert',
} as const satisfies Record<WorkingStatus, Schemas['TaskKind']>;

/** Puts a locked import to work: `taskRunning` where a task is at it. `columns` are of `import`, as the work asks for. */
export async function startWork(
  trx: Transaction,
  request: Doing,
  { id, filename, entity }: StoredImport,
  status: WorkingStatus,
  columns: Record<string, unknown> = {},
): Promise<void> {
  const params = { import: { id, filename }, entity };
  const task = await startTask(trx, request, { kind: kinds[status], params, subject: `import ${id}` });
  await changeImport(trx, id, { status, task_id: task.id, fault: null, ...columns });
}

/** Puts a file to be staged as it was looked at last. */
export const beginStaging = (crud: Crud, request: Request<'stageImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    expectStatus(stored, 'uploaded', 'staged', 'failed');
    // nobody knows yet how to read it
    if (!stored.options) throw new Problem('invalidTransition');
    const { options, columns } = stored;
    if (columns) await rememberTargets(trx, entityByKey(crud, stored.entity), columns, options);
    const before = { counts: null, outcomes: null, stage_time: null };
    await startWork(trx, request, stored, 'staging', { ...before, ...addContributor(stored, caller.id) });
    return readVisibleImport(trx, path.id, caller);
  });
