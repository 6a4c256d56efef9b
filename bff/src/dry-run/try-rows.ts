import { bodyValidatorOf } from '#change-sets/draft-item.ts';
import { lockRecordVersion } from '#crud/history/versions.ts';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { writeUpdatingReferrers } from '#crud/renames.ts';
import { applyDecision } from '#crud/review/decide.ts';
import { type Proposal, readOpenProposal } from '#crud/review/proposals.ts';
import { fieldsOf, lockRecord } from '#crud/rows.ts';
import { type WriteResult, writeNewRecord, writeUpdate } from '#crud/write-record.ts';
import type { Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { toFieldProblems } from '#http/validators.ts';
import { extractActor } from '#record-log/append.ts';

type Row = Schemas['DryRun']['rows'][number];

/** What the write of a row would answer; the problem of one that would be refused. */
export type RowOutcome = (WriteResult & { code: 200 | 201 | 202; changes: string[] }) | Problem;

/** Tries rows one after another, like requests that follow each other. A refused row writes nothing. */
export async function tryRows(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  rows: Row[],
  caller: Caller,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    if (caller.timeLimit?.hasPassed) throw new Problem('requestTimeout');
    const write = () => writeRow(crud, trx, entity, row, caller);
    outcomes.push(await writeUpdatingReferrers(crud, trx, write).catch(toProblem));
  }
  return outcomes;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** @throws Problem */
async function writeRow(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  { id, version, changes }: Row,
  caller: Caller,
): Promise<Exclude<RowOutcome, Problem>> {
  assertMay(caller, `${entity.key}:${id === undefined ? 'create' : 'update'}`);
  if (id === undefined) {
    assertBodyValid(entity, changes);
    return { ...(await writeNewRecord(trx, entity, changes, caller)), code: 201, changes: [] };
  }
  const before = await lockRecord(trx, entity, id);
  if (!before) throw new Problem('notFound');
  const body = { ...fieldsOf(entity, before.record), ...changes };
  assertBodyValid(entity, body);
  const current = await lockRecordVersion(trx, entity, id, version);
  const written = await writeUpdate(crud, trx, entity, { current, ifMatch: version, body }, caller);
  return { ...written, code: written.proposal ? 202 : 200, changes: changesOf(entity, current, written) };
}

/** @throws Problem 422 for values that the kind's own operation does not take */
function assertBodyValid(entity: Entity, body: Row['changes']): void {
  const validate = bodyValidatorOf(entity);
  if (!validate(body)) throw invalid(...toFieldProblems(validate.errors));
}

const changesOf = (entity: Entity, current: StoredRecord, { stored, proposal }: WriteResult): string[] =>
  changedPointers(fieldsOf(entity, current.record), proposal?.after?.fields ?? fieldsOf(entity, stored.record));

/** Approves the proposals of tried rows, and leaves those that would be refused. */
export async function approveProposals(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  outcomes: RowOutcome[],
  caller: Caller,
): Promise<void> {
  const ids = outcomes.flatMap((outcome) =>
    outcome instanceof Problem || !outcome.proposal ? [] : outcome.proposal.recordId,
  );
  for (const id of new Set(ids)) {
    // a later row may have replaced or withdrawn the proposal
    const proposal = await readOpenProposal(trx, entity, id);
    if (proposal) await approveProposal(crud, trx, entity, proposal, caller);
  }
}

/** Approves a proposal as a second person would. Returns whether it is not refused. */
export async function approveProposal(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  proposal: Proposal,
  caller: Caller,
): Promise<boolean> {
  const current = await lockRecord(trx, entity, proposal.recordId);
  if (!current) return false;
  const approve = () =>
    applyDecision(
      crud,
      trx,
      entity,
      { current, proposal },
      { decision: 'approve' },
      {
        actor: extractActor(caller),
        reader: caller,
      },
    );
  const problem = await writeUpdatingReferrers(crud, trx, approve).then(() => undefined, toProblem);
  return problem === undefined;
}
