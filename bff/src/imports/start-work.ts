import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { startTask } from '#tasks/queue.ts';
import { changeImport, type StoredImport, type WorkingStatus } from './stored-import.ts';

type StartRequest = Pick<Request<'stageImport'>, 'caller' | 'address' | 'client'>;

const TASK_KINDS = {
  staging: 'importStage',
  applying: 'importApply',
  deciding: 'importDecide',
  reverting: 'importRevert',
} as const satisfies Record<WorkingStatus, Schemas['TaskKind']>;

/** Starts a task for an import and sets further `columns` of it. The caller has locked the import. @throws Problem `taskRunning` */
export async function startWork(
  trx: Transaction,
  request: StartRequest,
  { id, filename, entity }: StoredImport,
  status: WorkingStatus,
  columns: Record<string, unknown> = {},
): Promise<void> {
  const params = { import: { id, filename }, entity };
  const task = await startTask(trx, request, { kind: TASK_KINDS[status], params, subject: `import ${id}` });
  await changeImport(trx, id, { status, task_id: task.id, fault: null, ...columns });
}
