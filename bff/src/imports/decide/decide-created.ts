import { barredFrom } from '#crud/guards.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { clearingWriters } from '#crud/review-writers.ts';
import type { Stored } from '#crud/rows.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import { transitions } from '#http/contract.ts';
import type { DoneRow } from '../steps/done-rows.ts';
import { inPieces, lockAll } from '../steps/in-pieces.ts';
import { untouched } from '../steps/untouched.ts';
import { type Cause, countCauses, type DecidedRows, type Deciding } from './deciding.ts';

/** Moves the records that an import created along their life, where that is possible and nobody has changed them since. */
export async function decideCreated(deciding: Deciding, rows: DoneRow[]): Promise<DecidedRows> {
  const { trx, entity, decision, asked, reason } = deciding;
  const { event } = decision;
  const judged = await judge(deciding, rows);
  const ready = judged.flatMap(({ current, cause }) => (current && !cause ? [current] : []));
  const act = { action: event, actor: asked.by, reason: decision.reason ?? reason };
  const changes = ready.map((current) => ({ current, status: transitions[event].to }));
  // one at a time, by their key
  const clearing = ({ current }: RecordChange) =>
    event === 'approve' ? clearingWriters(entity.key, current.record.id) : [];
  const written = await inPieces(changes, (some) => updateRecords(trx, entity, some, act, some.flatMap(clearing)));
  return { done: written.length, left: countCauses(judged.map(({ cause }) => cause)) };
}

/** A row's record, locked, and why it is not decided on; undefined where it is. */
interface Judged {
  current: Stored | undefined;
  cause: Cause | undefined;
}

async function judge({ crud, trx, entity, decision, asked }: Deciding, rows: DoneRow[]): Promise<Judged[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockAll(trx, entity, ids);
  const same = await untouched(
    trx,
    entity,
    rows.flatMap(({ recordId, version }) => {
      const current = records.get(recordId);
      return current ? [{ current, version }] : [];
    }),
  );
  const { from, secondPerson, to } = transitions[decision.event];
  const barred = new Set(secondPerson ? await barredFrom(crud, trx, entity, ids, asked.by.id) : []);
  const causeOf = (current: Stored | undefined): Cause | undefined => {
    if (!current) return 'changed';
    const { record } = current;
    if (!from.includes(record.status)) return 'decided';
    if (!same.has(record.id)) return 'changed';
    if (barred.has(record.id)) return 'ownWork';
    return to === 'approved' && missingToApprove(entity, record).length > 0 ? 'incomplete' : undefined;
  };
  return rows.map(({ recordId }) => {
    const current = records.get(recordId);
    return { current, cause: causeOf(current) };
  });
}
