import { barredFrom } from '#crud/guards.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { clearingWriters } from '#crud/review-writers.ts';
import type { Stored } from '#crud/rows.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import { transitions } from '#http/contract.ts';
import type { DoneRow } from '../steps/done-rows.ts';
import { inPieces, lockAll } from '../steps/in-pieces.ts';
import { untouched } from '../steps/untouched.ts';
import type { Deciding } from './deciding.ts';

/** Moves the records that an import created along their life, where that is possible and nobody has changed them since. */
export async function decideCreated(deciding: Deciding, rows: DoneRow[]): Promise<number> {
  const { trx, entity, decision, asked, reason } = deciding;
  const { event } = decision;
  const ready = await readyFor(deciding, rows);
  const act = { action: event, actor: asked.by, reason: decision.reason ?? reason };
  const changes = ready.map((current) => ({ current, status: transitions[event].to }));
  // one at a time, by their key
  const clearing = ({ current }: RecordChange) =>
    event === 'approve' ? clearingWriters(entity.key, current.record.id) : [];
  const written = await inPieces(changes, (some) => updateRecords(trx, entity, some, act, some.flatMap(clearing)));
  return written.length;
}

async function readyFor({ crud, trx, entity, decision, asked }: Deciding, rows: DoneRow[]): Promise<Stored[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockAll(trx, entity, ids);
  const there = rows.flatMap(({ recordId, version }) => {
    const current = records.get(recordId);
    return current ? [{ current, version }] : [];
  });
  const same = await untouched(trx, entity, there);
  const { from, secondPerson, to } = transitions[decision.event];
  const barred = new Set(secondPerson ? await barredFrom(crud, trx, entity, ids, asked.by.id) : []);
  return there
    .map(({ current }) => current)
    .filter(({ record }) => from.includes(record.status) && same.has(record.id) && !barred.has(record.id))
    .filter(({ record }) => to !== 'approved' || missingToApprove(entity, record).length === 0);
}
