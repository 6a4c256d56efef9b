import type { Statement, Transaction } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { invalid, Problem } from '#http/problem.ts';
import { type Actor, extractActor } from '#record-log/append.ts';
import { codeAndNameOf } from './entity.ts';
import type { CrudContext, Entity, EntityRecord, StoredRecord } from './model.ts';
import { findIncompleteness } from './prepare.ts';
import { deleteRejectionNoticeStatements, readContributorIds, reportRejection } from './review/rejections.ts';
import { addContributorStatements, clearContributorStatements, findSelfReviewIds } from './review/second-person.ts';
import { updateRecords } from './store.ts';

/** @throws Problem 422 if a reason is missing, or `activate` does not belong to the event */
export function assertTransitionValid({ event, reason, activate }: Schemas['Transition']): void {
  if (transitions[event].reason && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
  if (activate !== undefined && event !== 'approve') throw invalid({ pointer: '/activate', rule: 'notWithEvent' });
}

/** Returns for each locked record that an event does not apply to the problem, by id. */
export async function findTransitionProblems(
  crud: Pick<CrudContext, 'reviewSetting'>,
  trx: Transaction,
  entity: Entity,
  records: StoredRecord[],
  { event }: Pick<Schemas['Transition'], 'event'>,
  userId: number | null,
): Promise<Map<number, Problem>> {
  const { from, secondPerson } = transitions[event];
  const inStatus = records.filter(({ record }) => from.includes(record.status)).map(({ record }) => record.id);
  const idsInStatus = new Set(inStatus);
  const selfReviewIds = new Set(
    secondPerson && inStatus.length > 0 ? await findSelfReviewIds(crud, trx, entity, inStatus, userId) : [],
  );
  const findProblem = ({ record }: StoredRecord): Problem | undefined => {
    if (!idsInStatus.has(record.id)) return new Problem('invalidTransition');
    if (selfReviewIds.has(record.id)) return new Problem('secondPerson');
    return event === 'approve' ? findIncompleteness(entity, record) : undefined;
  };
  return new Map(
    records.flatMap((stored): [number, Problem][] => {
      const problem = findProblem(stored);
      return problem ? [[stored.record.id, problem]] : [];
    }),
  );
}

interface TransitionOptions {
  /** The ids of the users who have got an email about rejected records, if each gets only one. */
  emailedIds?: Set<number>;
}

/** Applies an event to locked records for which `findTransitionProblems` has found none. */
export async function applyTransition(
  trx: Transaction,
  entity: Entity,
  records: StoredRecord[],
  { event, reason, activate }: Schemas['Transition'],
  caller: Actor,
  { emailedIds }: TransitionOptions = {},
): Promise<StoredRecord[]> {
  const attribution = { action: event, actor: extractActor(caller), reason };
  if (event === 'reject') {
    for (const { record } of records) {
      const rejected = { kind: 'record' as const, entity, id: record.id, ...codeAndNameOf(entity, record) };
      const authors = await readContributorIds(trx, entity.key, record.id);
      await reportRejection(trx, rejected, { by: caller, reason }, authors, emailedIds);
    }
  }
  const statementsByEvent: Partial<Record<typeof event, (record: EntityRecord) => Statement[]>> = {
    approve: (record) => clearContributorStatements(entity.key, record),
    resubmit: ({ id }) => [
      ...addContributorStatements(entity.key, id, caller.id),
      ...deleteRejectionNoticeStatements(entity.key, id),
    ],
  };
  const statements = records.flatMap(({ record }) => statementsByEvent[event]?.(record) ?? []);
  const changes = records.map((current) => ({ current, status: transitions[event].to }));
  const changed = await updateRecords(trx, entity, changes, attribution, statements);
  if (!activate) return changed;
  const activations = changed.map((current) => ({ current, status: transitions.activate.to }));
  return updateRecords(trx, entity, activations, { ...attribution, action: 'activate' });
}
