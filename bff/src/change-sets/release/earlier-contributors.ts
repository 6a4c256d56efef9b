import type { CrudContext, Entity } from '#crud/model.ts';
import { addContributors } from '#crud/review/second-person.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';

/** A record, and the version of it that a release wrote. */
interface WrittenRecord {
  entity: EntityKey;
  recordId: number;
  writtenVersion: number;
}

/**
 * Stores again who contributed to the reverted records that now await review: the release has cleared the list. Whoever wrote an earlier
 * version or contributed to the set must not approve them.
 */
export async function blockEarlierContributors(
  crud: Pick<CrudContext, 'entities'>,
  trx: Transaction,
  written: WrittenRecord[],
  writerIds: number[],
): Promise<void> {
  for (const entity of crud.entities) {
    const ofKind = written.filter((item) => item.entity === entity.key);
    const waitingIds: number[] = await trx(entity.table)
      .whereIn(
        'id',
        ofKind.map(({ recordId }) => recordId),
      )
      .whereIn('status', ['pending', 'rejected'])
      .pluck('id');
    for (const { recordId, writtenVersion } of ofKind.filter((item) => waitingIds.includes(item.recordId))) {
      const authorIds = await readAuthorIds(trx, entity, recordId, writtenVersion);
      await addContributors(trx, entity.key, [recordId], [...new Set([...authorIds, ...writerIds])]);
    }
  }
}

/** Reads who wrote a record before a version. Of approved changes, the log names the approver as the actor, who does not count. */
async function readAuthorIds(db: Database, entity: Entity, recordId: number, version: number): Promise<number[]> {
  const queryRows = () =>
    db('data_log')
      .where({ entity: entity.key, record_id: recordId })
      .where('version', '<', version)
      .whereIn('action', ['create', 'update', 'restore']);
  const approved = () => queryRows().whereNotNull('proposer');
  const actorIds: number[] = await queryRows()
    .whereNull('proposer')
    .whereNotNull('actor_id')
    .distinct()
    .pluck('actor_id');
  const setIds: number[] = await approved().whereNotNull('change_set_id').distinct().pluck('change_set_id');
  const proposers: string[] = await approved().whereNull('change_set_id').distinct().pluck('proposer');
  const writerIds: number[] = await db('change_set_writer').whereIn('set_id', setIds).distinct().pluck('user_id');
  const proposerIds: number[] = await db('user').whereIn('username', proposers).pluck('id');
  return [...actorIds, ...writerIds, ...proposerIds];
}
