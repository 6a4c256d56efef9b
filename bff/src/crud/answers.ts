import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import type { Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { needsSecondPerson } from './contributors.ts';
import { labelsFrom, labelsOf } from './labels.ts';
import { readOne } from './list-projection.ts';
import type { Crud, Entity, EntityRecord, Stored } from './model.ts';
import { toAnswer } from './proposals.ts';
import { readRejection } from './rejections.ts';
import { toValues } from './rows.ts';
import type { Removed, Saved } from './write-record.ts';

interface RecordData {
  record: EntityRecord;
  labels: Schemas['Labels'];
}

interface ProposedData extends RecordData {
  proposal: ReturnType<typeof toAnswer>;
}

export const recordData = async (
  { db }: Crud,
  entity: Entity,
  stored: Stored,
  reader: Reader,
): Promise<RecordData> => ({
  record: stored.record,
  labels: await labelsOf(db, entity, [toValues(stored)], reader),
});

/** A record with the names of what it refers to, and whether the caller may decide on it; throws `notFound`. */
export async function foundData(crud: Pick<Crud, 'db' | 'review'>, entity: Entity, id: number, caller: Caller) {
  const [{ stored, targets, proposals, ownWork, hasNotice }, review] = await Promise.all([
    readOne(crud.db, entity, id, caller.id),
    crud.review(entity.key),
  ]);
  const [found] = stored;
  if (!found) throw new Problem('notFound');
  const { record } = found;
  const rejection =
    record.status === 'rejected' || hasNotice ? await readRejection(crud.db, entity, record, caller.id) : undefined;
  return {
    record,
    ...(rejection ? { rejection } : {}),
    labels: labelsFrom(entity, [toValues(found)], targets, caller),
    ownWork: ownWork.length > 0 && needsSecondPerson(review),
    review,
    proposed: proposals.length > 0,
  };
}

const proposedData = async (
  { db }: Crud,
  entity: Entity,
  { stored, proposal }: Required<Pick<Saved, 'stored' | 'proposal'>>,
  reader: Reader,
): Promise<ProposedData> => ({
  record: stored.record,
  proposal: toAnswer(proposal),
  labels: await labelsOf(db, entity, [toValues(stored), proposal.after ?? proposal.base], reader),
});

/** 202 with the proposal where one was made, else `status` with the record. */
export async function savedAnswer(
  crud: Crud,
  entity: Entity,
  { stored, proposal }: Saved,
  reader: Reader,
  status: 200 | 201 = 200,
) {
  const { version } = stored.record;
  if (proposal)
    return { status: 202 as const, data: await proposedData(crud, entity, { stored, proposal }, reader), version };
  return { status, data: await recordData(crud, entity, stored, reader), version };
}

/** 202 with the proposal where one was made, else 200 with the version to restore. */
export async function removedAnswer(crud: Crud, entity: Entity, { stored, proposal }: Removed, reader: Reader) {
  const { id, version } = stored.record;
  if (proposal)
    return { status: 202 as const, data: await proposedData(crud, entity, { stored, proposal }, reader), version };
  return { status: 200 as const, data: { id, version } };
}
