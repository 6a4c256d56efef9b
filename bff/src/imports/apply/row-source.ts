import { type ItemResult, toItemProblems, wholeItemProblem } from '#change-sets/engine/item.ts';
import { type Chunk, mapInBatches } from '#change-sets/engine/process-items.ts';
import type { Evaluation, ReleaseSource } from '#change-sets/engine/release.ts';
import { proposeChanges } from '#crud/review/propose.ts';
import { needsSecondApproval } from '#crud/review/second-person.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { assignProblemColumns } from '../columns/parse-raw-record.ts';
import { contributorIdsOf } from '../import-work.ts';
import { CHUNK_ROWS, writeResults } from '../row-results.ts';
import { filterUnappliedRows, readRows, type StoredRow } from '../stored-row.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import type { Candidate } from '../values/candidate.ts';
import { eventsBetween, newStatusOf } from '../values/prepare-bodies.ts';
import { type ApplyContext, type RowChange, rawRecordsOf } from './apply-context.ts';
import { createMissingReferences } from './create-references.ts';

type Status = Schemas['Status'];

/** Creates the source of the rows that an import applies. */
export function createRowSource(db: Database, context: ApplyContext): ReleaseSource<StoredRow, RowChange> {
  const { entity, stored, workRequest, apply, rowContext, expectedCodes } = context;
  const contributorIds = contributorIdsOf(context);

  /** Later chunks can resolve references to the records of these rows and need not wait for them. */
  const publishCodes = (chunk: Chunk, results: ItemResult<StoredRow>[]) =>
    chunk.afterCommit(() => {
      for (const { item, outcome } of results) {
        if (item.code === null) continue;
        if (outcome === 'created') rowContext.resolver.add(entity.key, item.code);
        // the item of a change set creates its record only with the release
        if (outcome !== 'proposed') expectedCodes.delete(item.code);
      }
    });
  const settle = async (chunk: Chunk, results: ItemResult<StoredRow>[]) => {
    assignColumns(context, results);
    await writeResults(chunk.trx, stored.id, results);
    publishCodes(chunk, results);
  };

  return {
    next: (after) => readRows(db, stored.id, { after: after?.n ?? 0, limit: CHUNK_ROWS, filter: filterUnappliedRows }),

    evaluate: async ({ trx }, rows) => {
      const rawRecords = rawRecordsOf(context, rows);
      const readableRawRecords = rawRecords.flatMap((rawRecord) => rawRecord ?? []);
      const candidates = (await buildCandidates(trx, rowContext, readableRawRecords)).values();
      const evaluation: Evaluation<StoredRow, RowChange> = { changes: [], invalid: [], refused: [] };
      for (const [at, item] of rows.entries()) {
        const candidate = rawRecords[at] && candidates.next().value;
        if (!candidate) {
          // its line no longer contains that record
          evaluation.refused.push({ item, outcome: 'refused', problems: [wholeItemProblem('noRecord')] });
          continue;
        }
        const { current, values, problems } = candidate;
        const { version: seenVersion } = item;
        if (problems.length > 0 || !values) evaluation.invalid.push({ item, current, seenVersion, problems });
        else
          evaluation.changes.push({
            item,
            current,
            seenVersion,
            values,
            transition: toTransition(candidate),
            candidate,
          });
      }
      return evaluation;
    },

    isBlockedBy: () => true,

    prepare: (chunk, changes) => createMissingReferences(context, chunk, changes),

    toNewRecord: ({ values, candidate }, review) => {
      const status = review === 'none' ? firstStatus(candidate, apply.status) : 'pending';
      return { values, status, importId: status === 'pending' ? stored.id : undefined };
    },

    isProposed: ({ record }, review) => needsSecondApproval(review, record, 'update'),

    propose: async ({ trx }, changes) => {
      const origin = { importId: stored.id, contributorIds };
      const proposals = await mapInBatches(changes, (batch) =>
        proposeChanges(trx, entity, 'update', batch, workRequest.by, origin),
      );
      return changes.map(({ item }, at) => ({ item, outcome: 'proposed', version: proposals[at]?.version ?? 0 }));
    },

    settle,

    refuse: (chunk, row, problem) =>
      settle(chunk, [
        {
          item: row,
          outcome: CONFLICT_KEYS.has(problem.key) ? 'conflicting' : 'refused',
          problems: toItemProblems(problem),
        },
      ]),
  };
}

const CONFLICT_KEYS = new Set<string>(['duplicateCode', 'duplicateRecord', 'proposalOpen', 'versionConflict']);

/** A record that lacks fields required for approval is created as pending, unless the file rejects it. */
export const firstStatus = ({ missingForApproval, parsed: { status } }: Candidate, defaultStatus: Status): Status =>
  status === 'rejected' || missingForApproval.length === 0 ? (status ?? defaultStatus) : 'pending';

/** Returns the status that a valid row gives an existing record, with the last event of the path to it. */
function toTransition(candidate: Candidate): RowChange['transition'] {
  const status = newStatusOf(candidate);
  if (!candidate.current || !status) return undefined;
  const event = eventsBetween(candidate.current.record.status, status, true)?.at(-1);
  if (!event) throw new Error('no event leads to the status of a valid row');
  return { status, event };
}

/** Adds to the problems of rows the columns that cause them. */
function assignColumns(context: ApplyContext, results: ItemResult<StoredRow>[]): void {
  const withProblems = results.filter(({ problems }) => problems !== undefined);
  const rawRecords = rawRecordsOf(
    context,
    withProblems.map(({ item }) => item),
  );
  for (const [at, result] of withProblems.entries()) {
    const problems = result.problems?.map((problem) => ({ column: undefined, ...problem })) ?? [];
    const rawRecord = rawRecords[at];
    if (rawRecord) assignProblemColumns(context.entity, { rawRecord, problems });
    result.problems = problems;
  }
}
