import { type Database, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { enqueue } from '#tasks/queue.ts';
import { foundTask, toTask } from '#tasks/read-tasks.ts';
import { readLane, replaySubject } from './lanes.ts';
import { laneChange, lockLane, subscriberTarget } from './lock-lane.ts';
import { readFeedState } from './sync-status.ts';

/** Queues the task that takes a lane back; 422 at `/from` where the feed has no such position. */
export const startReplay = (db: Database, request: Request<'replayLane'>): Promise<Schemas['Task']> =>
  transact(db, async (trx) => {
    const { path, body, caller } = request;
    const { entity } = path;
    const { subscriber, position } = await lockLane(trx, path);
    const { head, pruned } = await readFeedState(trx);
    if (body.from > head) throw invalid({ pointer: '/from', rule: 'beyondHead' });
    if (body.from <= pruned) throw invalid({ pointer: '/from', rule: 'expired' });
    const params = { subscriber, entity, from: body.from };
    const subject = replaySubject(subscriber.id, entity);
    const id = await enqueue(trx, { kind: 'replay', params, subject, by: caller.username });
    if (id === undefined) throw new Problem('taskRunning');
    const details = { changes: [laneChange(entity, 'position', position, body.from - 1)] };
    await logAct(trx, { act: 'changesReplayed', ...doerOf(request), target: subscriberTarget(subscriber), details });
    return toTask(await foundTask(trx, id), caller);
  });

/** Where a replay would begin, and how many changes of the kind come from there on. */
export async function previewReplay(db: Database, { path, query }: Request<'previewReplay'>) {
  if (!(await readLane(db, path))) throw new Problem('notFound');
  const { head, pruned } = await readFeedState(db);
  if (query.from !== undefined && query.from <= pruned) throw invalid({ pointer: '/query/from', rule: 'expired' });
  const start = query.from ?? (query.time ? ((await positionAt(db, query.time)) ?? head + 1) : pruned + 1);
  const first = await db('change_feed')
    .where('entity', path.entity)
    .where('position', '>=', start)
    .orderBy('position')
    .first('position', 'ordinal');
  const kind = first && (await db('feed_kind').where('entity', path.entity).first('ordinal'));
  const changes = first ? kind.ordinal - first.ordinal + 1 : 0;
  return { from: query.from ?? first?.position ?? start, changes };
}

/** The first change of any kind at or after a time; positions and times grow together. */
async function positionAt(db: Database, time: string): Promise<number | undefined> {
  const row = await db('change_feed').where('time', '>=', new Date(time)).orderBy('time').first('position');
  return row?.position;
}
