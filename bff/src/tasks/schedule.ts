import { type Database, transact } from '#database';
import { enqueue } from './queue.ts';

/** A task that recurs. */
export interface Plan {
  kind: string;
  /** Seconds from one to the next. */
  every: number;
  /** Seconds into that span, counted from midnight UTC. */
  at?: number;
  /** Without it always. */
  wanted?(): Promise<boolean>;
}

/** What enqueues tasks that nobody asked for. */
const scheduler = 'system';

const due = '(next_time <= NOW(3) OR next_time > NOW(3) + INTERVAL ? SECOND)';

/**
 * Queues what is due. Of all who look at the same time one does it, and what is still at it from before is left to end first.
 */
export async function runSchedule(db: Database, plans: Plan[]): Promise<void> {
  const rows = await db('schedule').select('kind', 'next_time', db.raw('NOW(3) AS now'));
  for (const plan of plans) {
    const row = rows.find(({ kind }) => kind === plan.kind);
    if (!row)
      await db('schedule')
        .insert({ kind: plan.kind, next_time: db.raw('NOW(3)') })
        .onConflict()
        .ignore();
    const ahead = row ? row.next_time.getTime() - row.now.getTime() : 0;
    if (ahead > 0 && ahead <= plan.every * 1000) continue;
    if ((await plan.wanted?.()) ?? true) await queueOnce(db, plan);
  }
}

const queueOnce = (db: Database, { kind, every, at = 0 }: Plan) =>
  transact(db, async (trx) => {
    const own = trx('schedule').where('kind', kind);
    if (!(await own.clone().whereRaw(due, [every]).forUpdate().skipLocked().first())) return;
    if ((await enqueue(trx, { kind, subject: kind, by: scheduler })) === undefined) return;
    const spans = trx.raw('FROM_UNIXTIME((FLOOR((UNIX_TIMESTAMP() - ?) / ?) + 1) * ? + ?)', [at, every, every, at]);
    await own.update({ next_time: spans });
  });

/** Makes what recurs due now. */
export const hasten = (db: Database, kind: string) =>
  db('schedule')
    .where('kind', kind)
    .update({ next_time: db.raw('NOW(3)') });
