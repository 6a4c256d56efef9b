import { expectSingle } from '#batch';
import { insertAll, type Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';
import type { Entity, Stored, Values } from './model.ts';
import { type Proposal, type ProposalAction, readOpenProposals } from './proposals.ts';
import { deleteProposalNotices } from './rejections.ts';
import { fieldsOf, toRow } from './rows.ts';
import { mapDuplicateKey } from './store.ts';

/** What to propose for a locked record; without values that it be deleted. */
interface ProposedChange {
  current: Stored;
  values: Values | undefined;
}

/** Opens a proposal, or replaces the author's own; 409 `proposalOpen` where somebody else's is open. */
export const proposeChange = async (
  trx: Transaction,
  entity: Entity,
  current: Stored,
  action: ProposalAction,
  values: Values | undefined,
  author: Actor & { id: number },
): Promise<Proposal> => expectSingle(await proposeChanges(trx, entity, action, [{ current, values }], author));

/** The import that proposes, and the people whose work that is. */
interface Origin {
  importId: number;
  contributorIds: number[];
}

/** As `propose`, for many; those of an import wait with it to be decided on. */
export async function proposeChanges(
  trx: Transaction,
  entity: Entity,
  action: ProposalAction,
  all: ProposedChange[],
  author: Actor & { id: number },
  origin?: Origin,
): Promise<Proposal[]> {
  const ids = all.map(({ current }) => current.record.id);
  const open = new Map((await readOpenProposals(trx, entity, ids)).map((each) => [each.recordId, each]));
  for (const { authorId, author: by } of open.values())
    if (authorId !== author.id) throw new Problem('proposalOpen', { parameters: { by } });
  await dryRunUpdate(trx, entity, all);
  const last = await lastVersions(trx, entity, ids);
  const rows = all.map((each) => ({
    ...toProposalRow(entity, action, each),
    version: (last.get(each.current.record.id) ?? 0) + 1,
    import_id: origin?.importId ?? null,
    // what its author puts in its place may hold what came by an import all the same
    contributor_ids: toJson([
      ...(open.get(each.current.record.id)?.contributorIds ?? []),
      ...(origin?.contributorIds ?? []),
    ]),
  }));
  const whose = { entity: entity.key, open: 1, author_id: author.id, author: author.username };
  await insertAll(
    trx,
    'proposal',
    rows.filter(({ record_id }) => !open.has(record_id)).map((row) => ({ ...row, ...whose })),
  );
  for (const row of rows) {
    const openProposal = open.get(row.record_id);
    if (openProposal) await trx('proposal').where('id', openProposal.id).update(row);
  }
  await deleteProposalNotices(trx, entity.key, ids, author.id);
  return inOrderOfIds(ids, await readOpenProposals(trx, entity, ids));
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

function inOrderOfIds(ids: number[], written: Proposal[]): Proposal[] {
  const byRecord = new Map(written.map((each) => [each.recordId, each]));
  return ids.map((id) => {
    const proposal = byRecord.get(id);
    if (!proposal) throw new Error('a proposal just written is not there');
    return proposal;
  });
}

/** Counts on over all proposals of a record, so that a version once seen never stands for another proposal. */
async function lastVersions(trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, number>> {
  const rows = await trx('proposal')
    .where('entity', entity.key)
    .whereIn('record_id', ids)
    .groupBy('record_id')
    .select<{ record_id: number; version: number }[]>('record_id', trx.raw('MAX(version) AS version'));
  return new Map(rows.map(({ record_id, version }) => [record_id, Number(version)]));
}

/**
 * Lets the database itself say whether the values would be taken: written behind a savepoint, then undone. `search`
 * stays out of it: MariaDB loses a row from its full-text index when a change of that column is rolled back to a
 * savepoint and the transaction then writes on.
 */
async function dryRunUpdate(trx: Transaction, entity: Entity, all: ProposedChange[]): Promise<void> {
  const undo = new Error('undo');
  if (all.every(({ values }) => values === undefined)) return;
  await trx
    .transaction(async (inner) => {
      for (const { current, values } of all)
        if (values)
          await mapDuplicateKey(
            entity,
            inner(entity.table).where('id', current.record.id).update(toRow(entity, values)),
          );
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}
