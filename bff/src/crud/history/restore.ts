import { expectSingle } from '#batch';
import type { CrudContext, Entity, EntityRecord, ResolvedValues } from '#crud/model.ts';
import { assertValid, refreshReferenceCodes } from '#crud/prepare.ts';
import { transactUpdatingReferrers } from '#crud/renames.ts';
import { readUnreviewedContributors } from '#crud/review/earlier-contributors.ts';
import { expectOwnProposal } from '#crud/review/propose.ts';
import { addContributorStatements } from '#crud/review/second-person.ts';
import { fieldsOf, lockRecord } from '#crud/rows.ts';
import { reviveRecord } from '#crud/store.ts';
import { applyOrPropose, type WriteResult } from '#crud/write-record.ts';
import { fromJson, type Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import type { Caller } from '#http/operation-types.ts';
import type { IfMatch } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { extractActor } from '#record-log/append.ts';
import { expectRecordVersion } from './versions.ts';

interface Deletion {
  version: number;
  before: EntityRecord;
}

/**
 * Restores the fields of an earlier version. A deleted record is recreated as pending with its id and its next version; that requires
 * the permission to create instead of `If-Match`.
 */
export const restoreRecord = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  version: number,
  caller: Caller,
  proposalVersion?: number,
): Promise<WriteResult> =>
  transactUpdatingReferrers(crud, caller, async (trx) => {
    let current = await lockRecord(trx, entity, id);
    if (!current) {
      const deletion = await lockDeletion(trx, entity, id);
      // a concurrent request that locked the deletion's row may have restored the record
      current = await lockRecord(trx, entity, id);
      // a deleted record has no proposal
      if (!current && proposalVersion) throw new Problem('proposalChanged');
      if (!current) return revive(trx, entity, id, deletion, version, caller);
    }
    await expectRecordVersion(trx, entity, ifMatch, current);
    await expectOwnProposal(trx, entity, current, proposalVersion, caller);
    const values = await readVersionValues(trx, entity, id, version);
    const contributorIds = await readContributorIds(trx, entity, id, version);
    return applyOrPropose(crud, trx, entity, current, { values, contributorIds }, 'restore', caller);
  });

/** Locks the log row of the deletion, in place of the record that no longer exists. */
async function lockDeletion(trx: Transaction, entity: Entity, id: number): Promise<Deletion> {
  // ordered by version, as sequence numbers of a cluster's servers interleave
  const row = await recordLog(trx, entity, id).orderBy('version', 'desc').forUpdate().first('version', 'before');
  if (!row) throw new Problem('notFound');
  return { version: row.version, before: fromJson(row.before) };
}

async function revive(
  trx: Transaction,
  entity: Entity,
  id: number,
  deletion: Deletion,
  version: number,
  caller: Caller,
): Promise<WriteResult> {
  assertMay(caller, `${entity.key}:create`);
  const values = await readVersionValues(trx, entity, id, version);
  await assertValid(trx, entity, values, id);
  const { createTime, createdBy } = deletion.before;
  const systemValues = { id, version: deletion.version, createTime, createdBy };
  const attribution = { action: 'restore' as const, actor: extractActor(caller) };
  const contributorIds = [caller.id, ...(await readContributorIds(trx, entity, id, version))];
  const contributorStatements = contributorIds.flatMap((userId) => addContributorStatements(entity.key, id, userId));
  return {
    stored: expectSingle(await reviveRecord(trx, entity, values, attribution, systemValues, contributorStatements)),
  };
}

/** Reads who contributed to the values of a version if nobody has approved them. */
const readContributorIds = async (trx: Transaction, entity: Entity, recordId: number, version: number) =>
  (await readUnreviewedContributors(trx, entity, [{ recordId, version }])).get(recordId) ?? [];

const recordLog = (trx: Transaction, entity: Entity, id: number) =>
  trx('data_log').where({ entity: entity.key, record_id: id });

const readVersionValues = async (trx: Transaction, entity: Entity, id: number, version: number) =>
  refreshReferenceCodes(trx, entity, await readVersion(trx, entity, id, version, '/version'));

/** Reads the fields of a version, with the codes of then. @throws Problem 422 at the pointer if there is no such version */
export async function readVersion(
  trx: Transaction,
  entity: Entity,
  id: number,
  version: number,
  pointer: string,
): Promise<ResolvedValues> {
  const row = await recordLog(trx, entity, id).where({ version }).whereNotNull('after').first('after', 'refs');
  if (!row) throw invalid({ pointer, rule: 'unknownVersion' });
  return { fields: fieldsOf(entity, fromJson(row.after)), refs: fromJson(row.refs) ?? {} };
}
