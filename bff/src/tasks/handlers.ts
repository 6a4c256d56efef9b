import { createHash } from 'node:crypto';
import { type Database, fromJson, type Transaction, transactWithinTimeLimit } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { readFile } from './files.ts';
import type { TaskResult } from './kinds.ts';
import { cancel, logTaskAct, type RetryRules, retry, startTask, type TaskAct } from './queue.ts';
import { findTask, readTaskPage, type TaskRow, toTask } from './read-tasks.ts';

type TaskOperation = Extract<
  OperationId,
  'listTasks' | 'createTask' | 'getTask' | 'cancelTask' | 'retryTask' | 'getTaskResult'
>;

interface TaskHandlerDeps {
  db: Database;
  retryRules: RetryRules;
}

export const taskHandlers = ({ db, retryRules }: TaskHandlerDeps): Pick<Handlers, TaskOperation> => ({
  listTasks: async ({ query, caller }) => ({ status: 200, data: await readTaskPage(db, query, caller) }),

  createTask: async (request) => {
    const { kind, entities } = request.body;
    const params = entities && (kind === 'snapshot' || kind === 'reindex') ? { entities } : {};
    const task = await transactWithinTimeLimit(request.caller, db, (trx) =>
      startTask(trx, request, { kind, params, subject: subjectOf(kind, params) }),
    );
    return { status: 202, data: { task } };
  },

  getTask: async ({ path, caller }) => ({
    status: 200,
    data: { task: toTask(await findTask(db, path.id), caller) },
  }),

  cancelTask: (request) => changeTask(db, request, cancel, 'taskCancelled'),
  retryTask: (request) => {
    const retryByRules = (trx: Transaction, id: number) =>
      retry(trx, id, { caller: request.caller, rules: retryRules });
    return changeTask(db, request, retryByRules, 'taskRetried');
  },

  getTaskResult: async ({ path }) => {
    const { id, kind, result } = await findTask(db, path.id);
    const { file } = fromJson<TaskResult | null>(result) ?? {};
    if (!file) throw new Problem('notFound');
    const filename = `${kind}-${id}.ndjson.gz`;
    return { status: 200, stream: readFile(db, id, file), type: 'application/gzip', filename };
  },
});

/** Returns the subject of a task: tasks of the same kind with the same parameters have the same subject. */
function subjectOf(kind: string, { entities }: Schemas['TaskParams']): string {
  if (!entities) return kind;
  const names = createHash('sha256').update([...entities].sort().join());
  return `${kind} ${names.digest('base64url').slice(0, 20)}`;
}

async function changeTask(
  db: Database,
  request: Request<'cancelTask' | 'retryTask'>,
  writeChange: (trx: Transaction, id: number) => Promise<TaskRow>,
  act: TaskAct,
) {
  const { id } = request.path;
  const task = await transactWithinTimeLimit(request.caller, db, async (trx) => {
    await logTaskAct(trx, request, await writeChange(trx, id), act);
    return toTask(await findTask(trx, id), request.caller);
  });
  return { status: 200 as const, data: { task } };
}
