import { barredRecords, clearingWriters } from '#crud/contributors.ts';
import type { Stored } from '#crud/model.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import { type Schemas, transitions } from '#http/contract.ts';
import type { DoneRow } from '../steps/done-rows.ts';
import { inPieces, lockAll } from '../steps/in-pieces.ts';
import { untouched } from '../steps/untouched.ts';
import { type Cause, countCauses, type DecidedRows, type Deciding } from './deciding.ts';
import { eventsOf, statusesOf } from './file-statuses.ts';

/** Moves the records that an import created along their life, where that is possible and nobody has changed them since. */
export async function decideCreated(deciding: Deciding, rows: DoneRow[]): Promise<DecidedRows> {
  const judged = await judge(deciding, rows);
  let open = judged.flatMap(({ current, events, cause }) => (current && !cause ? [{ current, events }] : []));
  const done = open.length;
  while (open.length > 0) open = await moveOn(deciding, open);
  return { done, left: countCauses(judged.map(({ cause }) => cause)) };
}

/** A record with the events that it still has to go through. */
interface Move {
  current: Stored;
  events: Schemas['Event'][];
}

/** Takes each record through its next event, as a version of its own; answers those that have more before them. */
async function moveOn({ trx, entity, decision, asked, reason }: Deciding, moves: Move[]): Promise<Move[]> {
  const left: Move[] = [];
  for (const event of new Set(moves.flatMap(({ events }) => events.slice(0, 1)))) {
    const some = moves.filter(({ events }) => events[0] === event);
    const act = { action: event, actor: asked.by, reason: decision.reason ?? reason };
    const changes = some.map(({ current }) => ({ current, status: transitions[event].to }));
    // one at a time, by their key
    const clearing = ({ current }: RecordChange) =>
      event === 'approve' ? clearingWriters(entity.key, current.record.id) : [];
    const written = await inPieces(changes, (few) => updateRecords(trx, entity, few, act, few.flatMap(clearing)));
    for (const [at, current] of written.entries()) {
      const events = some[at]?.events.slice(1) ?? [];
      if (events.length > 0) left.push({ current, events });
    }
  }
  return left;
}

/** A row's record, locked, what it would go through, and why it is not decided on; undefined where it is. */
interface Judged {
  current: Stored | undefined;
  events: Schemas['Event'][];
  cause: Cause | undefined;
}

async function judge({ crud, trx, entity, stored, decision, asked }: Deciding, rows: DoneRow[]): Promise<Judged[]> {
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
  const { from, secondPerson } = transitions[decision.event];
  const barred = new Set(secondPerson ? await barredRecords(crud, trx, entity, ids, asked.by.id) : []);
  const statuses = await statusesOf(trx, stored, rows);
  const causeOf = (current: Stored | undefined, events: Schemas['Event'][]): Cause | undefined => {
    if (!current) return 'changed';
    const { record } = current;
    if (!from.includes(record.status)) return 'decided';
    if (!same.has(record.id)) return 'changed';
    if (events.length === 0) return 'staysPending';
    if (barred.has(record.id)) return 'ownWork';
    return events.includes('approve') && missingToApprove(entity, record).length > 0 ? 'incomplete' : undefined;
  };
  return rows.map(({ n, recordId }) => {
    const current = records.get(recordId);
    const events = eventsOf(decision.event, statuses.get(n));
    return { current, events, cause: causeOf(current, events) };
  });
}
