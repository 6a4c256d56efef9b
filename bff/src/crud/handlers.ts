import type { Reader } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import { toProblem } from '#http/errors.ts';
import { type AnyRequest, type Caller, type Handlers, typedHandlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { readAtMoment } from './as-of/moment.ts';
import { readRecordsAsOf } from './as-of/records-as-of.ts';
import { readHistory } from './history/history.ts';
import { restoreRecord } from './history/restore.ts';
import { listRecords, readUpcoming } from './list/list.ts';
import { readRecordAsListed } from './list/list-projection.ts';
import type { CrudContext, Entity, EntityOperation, EntityRecord, FieldValues, StoredRecord } from './model.ts';
import { loadLabels, mergeLabels, toLabels } from './references/labels.ts';
import { readReferences } from './references/references.ts';
import { decideProposal, withdrawProposal } from './review/decide.ts';
import { readDecidedProposal, readOpenProposal, toProposalResponse } from './review/proposals.ts';
import { readRejection } from './review/rejections.ts';
import { isSelfReview, needsSecondPerson } from './review/second-person.ts';
import { readRecord, toValues } from './rows.ts';
import {
  createRecord,
  type RemovalResult,
  removeRecord,
  transitionRecord,
  updateRecord,
  type WriteResult,
} from './write-record.ts';

/** Creates the handlers of all operations of an entity: the generic ones, except for those that its definition replaces. */
export function crudHandlers<S extends string, P extends string>(
  entity: Entity<S, P>,
  crud: CrudContext,
): Pick<Handlers, EntityOperation<S, P>> {
  const { singular, plural } = entity;
  const requireRecord = async (id: number) => {
    const stored = await readRecord(crud.db, entity, id);
    if (!stored) throw new Problem('notFound');
    return stored;
  };

  const handlers = {
    [`list${plural}`]: async ({ query, caller }: AnyRequest) => ({
      status: 200,
      data: await listRecords(crud, entity, query, caller),
    }),

    [`create${singular}`]: async ({ body, caller }: AnyRequest) =>
      toWriteResponse(crud, entity, await createRecord(crud, entity, body as FieldValues, caller), caller, 201),

    [`get${singular}`]: async ({ path, query, caller }: AnyRequest) => {
      const { asOf } = query as { asOf?: string };
      const data =
        asOf === undefined
          ? await readRecordData(crud, entity, path.id, caller)
          : await readRecordDataAsOf(crud, entity, path.id, asOf, caller);
      return { status: 200, data, version: data.record.version };
    },

    [`update${singular}`]: async ({ path, query, ifMatch, body, caller }: AnyRequest) =>
      toWriteResponse(
        crud,
        entity,
        await updateRecord(crud, entity, path.id, ifMatch, body as FieldValues, caller, seenProposalVersion(query)),
        caller,
      ),

    [`delete${singular}`]: async ({ path, query, ifMatch, caller }: AnyRequest) =>
      toRemovalResponse(
        crud,
        entity,
        await removeRecord(crud, entity, path.id, ifMatch, caller, seenProposalVersion(query)),
        caller,
      ),

    [`transition${singular}`]: async ({ path, ifMatch, body, caller }: AnyRequest) => {
      const stored = await transitionRecord(crud, entity, path.id, ifMatch, body as Schemas['Transition'], caller);
      return toWriteResponse(crud, entity, { stored }, caller);
    },

    [`restore${singular}`]: async ({ path, query, ifMatch, body, caller }: AnyRequest) => {
      const { version } = body as Schemas['Restore'];
      return toWriteResponse(
        crud,
        entity,
        await restoreRecord(crud, entity, path.id, ifMatch, version, caller, seenProposalVersion(query)),
        caller,
      );
    },

    [`get${singular}History`]: async ({ path, query, caller }: AnyRequest) => ({
      status: 200,
      data: await readHistory(crud, entity, path.id, query, caller),
    }),

    [`get${singular}References`]: async ({ path, caller }: AnyRequest) => {
      await requireRecord(path.id);
      return { status: 200, data: await readReferences(crud, crud.db, entity, path.id, caller) };
    },

    [`get${singular}Proposal`]: async ({ path, query, caller }: AnyRequest) => {
      const proposal =
        query.decided === undefined
          ? await readOpenProposal(crud.db, entity, path.id)
          : await readDecidedProposal(crud.db, entity, path.id, Number(query.decided));
      if (!proposal) throw new Problem('notFound');
      const labels = await loadLabels(crud.db, entity, [proposal.after ?? proposal.base, proposal.base], caller);
      const isOwnWork = await isSelfReview(crud, crud.db, entity, proposal, caller.id);
      return {
        status: 200,
        data: { proposal: toProposalResponse(proposal), ownWork: isOwnWork, labels },
        version: proposal.version,
      };
    },

    [`withdraw${singular}Proposal`]: async ({ path, ifMatch, caller }: AnyRequest) => {
      await withdrawProposal(crud, entity, path.id, ifMatch, caller);
      return { status: 200, data: {} };
    },

    [`decide${singular}Proposal`]: async ({ path, ifMatch, body, caller }: AnyRequest) => {
      const stored = await decideProposal(crud, entity, path.id, ifMatch, body as Schemas['Decision'], caller);
      const data = stored ? await toRecordData(crud, entity, stored, caller) : { record: null, labels: {} };
      return { status: 200, data };
    },

    [`bulk${plural}`]: async ({ body, caller, language, traceId }: AnyRequest) => {
      const { action, items, reason } = body as Schemas['Bulk'];
      const outcomes = await runBulk(
        items,
        async ({ id, version }): Promise<{ status: number; data: unknown }> =>
          action === 'delete'
            ? toRemovalResponse(crud, entity, await removeRecord(crud, entity, id, version, caller), caller)
            : toWriteResponse(
                crud,
                entity,
                {
                  stored: await transitionRecord(
                    crud,
                    entity,
                    id,
                    version,
                    { event: action, ...(reason ? { reason } : {}) },
                    caller,
                  ),
                },
                caller,
              ),
        (problem) => ({ message: problem.text(language), data: problem.data(language, traceId) }),
      );
      return { status: 200, data: { items: outcomes } };
    },
  };
  return { ...typedHandlers<EntityOperation<S, P>>(handlers), ...entity.operations?.(crud, entity as Entity) };
}

const seenProposalVersion = ({ proposalVersion }: AnyRequest['query']) =>
  proposalVersion === undefined ? undefined : Number(proposalVersion);

type BulkItem = Schemas['Bulk']['items'][number];

interface BulkOutcome<D> {
  id: number;
  code: number;
  message?: string;
  data?: D | Schemas['ErrorData'];
}

// below the ten seconds of a request, so that items which are not started in time are reported as not done
const MAX_BULK_MS = 8000;

/** Processes items one by one, each in its own transaction. A refused item does not stop the others. */
async function runBulk<D>(
  items: BulkItem[],
  work: (item: BulkItem) => Promise<{ status: number; data: D }>,
  describe: (problem: Problem) => { message: string; data: Schemas['ErrorData'] },
): Promise<BulkOutcome<D>[]> {
  const outcomes: BulkOutcome<D>[] = [];
  const end = performance.now() + MAX_BULK_MS;
  for (const item of items) {
    try {
      if (performance.now() > end) throw new Problem('requestTimeout');
      const { status, data } = await work(item);
      outcomes.push({ id: item.id, code: status, data });
    } catch (error) {
      const problem = toProblem(error);
      if (!problem) throw error;
      outcomes.push({ id: item.id, code: problem.status, ...describe(problem) });
    }
  }
  return outcomes;
}

interface RecordData {
  record: EntityRecord;
  labels: Schemas['Labels'];
}

interface ProposedData extends RecordData {
  proposal: ReturnType<typeof toProposalResponse>;
}

const toRecordData = async (
  { db }: CrudContext,
  entity: Entity,
  stored: StoredRecord,
  reader: Reader,
): Promise<RecordData> => ({
  record: stored.record,
  labels: await loadLabels(db, entity, [toValues(stored)], reader),
});

/** Reads a record with labels and facts about its review. @throws Problem notFound */
async function readRecordData(
  crud: Pick<CrudContext, 'db' | 'reviewSetting' | 'readUpcomingChanges'>,
  entity: Entity,
  id: number,
  caller: Caller,
) {
  const [recordAsListed, review] = await Promise.all([
    readRecordAsListed(crud.db, entity, id, caller.id),
    crud.reviewSetting(entity.key),
  ]);
  const { stored, referencedRecords, proposals, contributedIds, idsToMark, hasRejectionNotice } = recordAsListed;
  const [storedRecord] = stored;
  if (!storedRecord) throw new Problem('notFound');
  const { record } = storedRecord;
  const rejection =
    record.status === 'rejected' || hasRejectionNotice
      ? await readRejection(crud.db, entity, record, caller.id)
      : undefined;
  const { upcoming, labels } = await readUpcoming(crud, entity, idsToMark, caller);
  return {
    record,
    ...(rejection ? { rejection } : {}),
    labels: mergeLabels(toLabels(entity, [toValues(storedRecord)], referencedRecords, caller), labels),
    ownWork: contributedIds.length > 0 && needsSecondPerson(review),
    review,
    proposed: proposals.length > 0,
    upcoming,
  };
}

/** Reads a record as it is at another moment, without what is in review now. @throws Problem notFound */
async function readRecordDataAsOf(
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'reviewSetting' | 'timeZone'>,
  entity: Entity,
  id: number,
  asOf: string,
  caller: Caller,
) {
  const { stored, referencedRecords } = await readAtMoment(crud, { asOf, caller }, (trx, moment) =>
    readRecordsAsOf(trx, entity, moment, [id]),
  );
  const [recordAsOf] = stored;
  if (!recordAsOf) throw new Problem('notFound');
  const labels = toLabels(entity, [toValues(recordAsOf)], referencedRecords, caller);
  return {
    record: recordAsOf.record,
    labels,
    ownWork: false,
    review: await crud.reviewSetting(entity.key),
    proposed: false,
    upcoming: [],
  };
}

const toProposedData = async (
  { db }: CrudContext,
  entity: Entity,
  { stored, proposal }: Required<Pick<WriteResult, 'stored' | 'proposal'>>,
  reader: Reader,
): Promise<ProposedData> => ({
  record: stored.record,
  proposal: toProposalResponse(proposal),
  labels: await loadLabels(db, entity, [toValues(stored), proposal.after ?? proposal.base], reader),
});

/** Returns 202 with the proposal if there is one, or else `status` with the record. */
async function toWriteResponse(
  crud: CrudContext,
  entity: Entity,
  { stored, proposal }: WriteResult,
  reader: Reader,
  status: 200 | 201 = 200,
) {
  const { version } = stored.record;
  if (proposal)
    return { status: 202 as const, data: await toProposedData(crud, entity, { stored, proposal }, reader), version };
  return { status, data: await toRecordData(crud, entity, stored, reader), version };
}

/** Returns 202 with the proposal if there is one, or else 200 with the version that can be restored. */
async function toRemovalResponse(
  crud: CrudContext,
  entity: Entity,
  { stored, proposal }: RemovalResult,
  reader: Reader,
) {
  const { id, version } = stored.record;
  if (proposal)
    return { status: 202 as const, data: await toProposedData(crud, entity, { stored, proposal }, reader), version };
  return { status: 200 as const, data: { id, version } };
}
