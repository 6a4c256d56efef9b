import { expectSingle } from '#batch';
import type { Entity, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { fieldsOf, toRow } from '#crud/rows.ts';
import { mapDuplicateKey } from '#crud/store.ts';
import { insertAll, type Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';
import {
  type Proposal,
  type ProposalAction,
  readOpenProposal,
  readOpenProposals,
  toProposalResponse,
} from './proposals.ts';
import { deleteProposalNotices } from './rejections.ts';

/**
 * Checks that a user's open proposal for a locked record is still the one that they saw, whose version is 0 if there was none.
 * @throws Problem `proposalChanged` with the proposal, or with the record if the proposal is gone
 */
export async function expectOwnProposal(
  trx: Transaction,
  entity: Entity,
  { record }: StoredRecord,
  seenVersion: number | undefined,
  { id: userId }: { id: number },
): Promise<void> {
  if (seenVersion === undefined) return;
  const proposal = await readOpenProposal(trx, entity, record.id);
  // the proposal of somebody else is never replaced
  if (proposal && proposal.authorId !== userId) return;
  if (seenVersion === (proposal?.version ?? 0)) return;
  throw new Problem('proposalChanged', { current: proposal ? toProposalResponse(proposal) : record });
}

/** A change to propose for a locked record; without values it is a deletion. */
interface ProposedChange {
  current: StoredRecord;
  values: ResolvedValues | undefined;
}

/** Opens a proposal or replaces the author's own. @throws Problem 409 `proposalOpen` if another user's proposal is open */
export const proposeChange = async (
  trx: Transaction,
  entity: Entity,
  current: StoredRecord,
  action: ProposalAction,
  values: ResolvedValues | undefined,
  author: Actor & { id: number },
  origin?: Origin,
): Promise<Proposal> => expectSingle(await proposeChanges(trx, entity, action, [{ current, values }], author, origin));

/** Where proposed values come from. */
interface Origin {
  /** The import that proposes them. */
  importId?: number;
  /** Who contributed to them besides the author. */
  contributorIds: number[];
}

/** Proposes many changes like `proposeChange`. Proposals of an import are decided on together with it. */
export async function proposeChanges(
  trx: Transaction,
  entity: Entity,
  action: ProposalAction,
  changes: ProposedChange[],
  author: Actor & { id: number },
  origin?: Origin,
): Promise<Proposal[]> {
  const ids = changes.map(({ current }) => current.record.id);
  const openProposals = new Map((await readOpenProposals(trx, entity, ids)).map((each) => [each.recordId, each]));
  for (const { authorId, author: by } of openProposals.values())
    if (authorId !== author.id) throw new Problem('proposalOpen', { parameters: { by } });
  await dryRunUpdate(trx, entity, changes);
  const lastVersionById = await lastVersions(trx, entity, ids);
  const rows = changes.map((each) => ({
    ...toProposalRow(entity, action, each),
    version: (lastVersionById.get(each.current.record.id) ?? 0) + 1,
    import_id: origin?.importId ?? null,
    // a replaced proposal may still contain values to which others have contributed
    contributor_ids: toJson([
      ...(openProposals.get(each.current.record.id)?.contributorIds ?? []),
      ...(origin?.contributorIds ?? []),
    ]),
  }));
  const owner = { entity: entity.key, open: 1, author_id: author.id, author: author.username };
  await insertAll(
    trx,
    'proposal',
    rows.filter(({ record_id }) => !openProposals.has(record_id)).map((row) => ({ ...row, ...owner })),
  );
  for (const row of rows) {
    const openProposal = openProposals.get(row.record_id);
    if (openProposal) await trx('proposal').where('id', openProposal.id).update(row);
  }
  await deleteProposalNotices(trx, entity.key, ids, author.id);
  return sortByIds(ids, await readOpenProposals(trx, entity, ids));
}

const toJson = (ids: number[]) => (ids.length > 0 ? JSON.stringify([...new Set(ids)]) : null);

const toProposalRow = (entity: Entity, action: ProposalAction, { current, values }: ProposedChange) => ({
  record_id: current.record.id,
  action,
  base_version: current.record.version,
  base: JSON.stringify(fieldsOf(entity, current.record)),
  after: values ? JSON.stringify(values.fields) : null,
  refs: JSON.stringify({ base: current.refs, after: values?.refs ?? {} }),
  time: new Date(),
});

function sortByIds(ids: number[], written: Proposal[]): Proposal[] {
  const byRecord = new Map(written.map((each) => [each.recordId, each]));
  return ids.map((id) => {
    const proposal = byRecord.get(id);
    if (!proposal) throw new Error('a proposal that was just written is missing');
    return proposal;
  });
}

/** Reads the last versions over all proposals of a record, so that a version never refers to two proposals. */
async function lastVersions(trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, number>> {
  const rows = await trx('proposal')
    .where({ entity: entity.key, change_set_id: null })
    .whereIn('record_id', ids)
    .groupBy('record_id')
    .select<{ record_id: number; version: number }[]>('record_id', trx.raw('MAX(version) AS version'));
  return new Map(rows.map(({ record_id, version }) => [record_id, Number(version)]));
}

/**
 * Checks whether the database accepts the values, by writing them after a savepoint and rolling back. `search` is left out: MariaDB
 * loses a row from its full-text index if a change of that column is rolled back to a savepoint and the transaction then continues.
 */
async function dryRunUpdate(trx: Transaction, entity: Entity, changes: ProposedChange[]): Promise<void> {
  const rollback = new Error('undo');
  if (changes.every(({ values }) => values === undefined)) return;
  await trx
    .transaction(async (inner) => {
      for (const { current, values } of changes)
        if (values)
          await mapDuplicateKey(
            entity,
            inner(entity.table).where('id', current.record.id).update(toRow(entity, values)),
          );
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
}
