import type { EntityVerb } from '../../contract/entities.ts';
import type { Contract } from '../../contract/types.ts';
import type { Fields, LogEntry, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { notFound } from '../refusal.ts';
import { type Handler, type Handlers, idIn, type MockAnswer, type MockRequest, ok } from '../request.ts';
import { bulkAnswer, bulkMatchingAnswer } from './bulk.ts';
import { dryRunAnswer } from './dry-run.ts';
import { exportRecords } from './export.ts';
import { listRecords } from './list.ts';
import { isOwnProposal, isOwnWork, proposalAnswer } from './proposals.ts';
import { rateSeries, toRateItems } from './rates.ts';
import { describeReferrers, labelsOf } from './references.ts';
import { decideProposal, openProposalOf, type TransitionBody, transitionRecord, withdrawProposal } from './review.ts';
import type { RecordStore } from './store.ts';
import { createRecord, removeRecord, restoreRecord, updateRecord, type Written } from './write.ts';

const seenProposal = ({ query: { proposalVersion } }: MockRequest) =>
  proposalVersion === undefined ? undefined : Number(proposalVersion);

/** Returns the handlers of the operations that every kind has. */
export function recordHandlers(store: RecordStore, contract: Contract): Handlers {
  const byKind = store.kinds.flatMap((kind) => {
    const handlers = kindHandlers(store, contract, kind);
    // Cast: Object.entries loses the type of the keys.
    return (Object.entries(handlers) as [EntityVerb, Handler][]).flatMap(([verb, handler]) => {
      const operation = kind.operations[verb];
      return operation ? [[operation.id, handler] as const] : [];
    });
  });
  return { ...Object.fromEntries(byKind), ...rateHandlers(store) };
}

function kindHandlers(store: RecordStore, contract: Contract, kind: Kind): Record<EntityVerb, Handler> {
  const { tag } = kind;
  const labels = (records: Fields[], { caller }: MockRequest) => labelsOf(store, kind, records, caller);
  const saved = (record: MockRecord, request: MockRequest, status = 200): MockAnswer => ({
    status,
    data: { record, labels: labels([record], request) },
    version: record.version,
  });
  const written = ({ record, proposal }: Written, request: MockRequest): MockAnswer => {
    if (!proposal) return saved(record, request);
    const data = {
      record,
      proposal: proposalAnswer(proposal),
      labels: labels([record, proposal.after ?? {}], request),
    };
    return { status: 202, data, version: proposal.version };
  };
  return {
    list: ({ operation, query, caller }) => {
      const page = listRecords(store, kind, operation.parameters, query, caller);
      if (operation.id !== 'listRates') return ok(page);
      return ok({ ...page, items: toRateItems(page.items, store.records(tag), query.view === 'all') });
    },
    export: (request) => exportRecords(store, kind, request),
    create: (request) => saved(createRecord(store, kind, request.body, request.caller), request, 201),
    bulk: (request) => bulkAnswer(store, contract, kind, request),
    bulkMatching: (request) => bulkMatchingAnswer(store, contract, kind, request),
    dryRun: (request) => dryRunAnswer(store, contract, kind, request),
    get: (request) => {
      const record = store.get(tag, idIn(request));
      return ok(
        { record, labels: labels([record], request), ...reviewState(store, kind, record, request) },
        record.version,
      );
    },
    update: (request) => {
      const { body, caller, ifMatch } = request;
      return written(updateRecord(store, kind, idIn(request), ifMatch, body, caller, seenProposal(request)), request);
    },
    remove: (request) => {
      const { caller, ifMatch } = request;
      const result = removeRecord(store, kind, idIn(request), ifMatch, caller, seenProposal(request));
      const { id, version } = result.record;
      return result.proposal ? written(result, request) : ok({ id, version });
    },
    transition: (request) => {
      const { body, caller, ifMatch } = request;
      const transition = body as unknown as TransitionBody; // Cast: validated by Prism.
      const transitions = contract['x-transitions'];
      return saved(transitionRecord(store, transitions, kind, idIn(request), ifMatch, transition, caller), request);
    },
    history: (request) => historyAnswer(store, kind, request),
    restore: (request) => {
      const { body, caller, ifMatch } = request;
      const version = Number(body.version);
      return written(
        restoreRecord(store, kind, idIn(request), ifMatch, version, caller, seenProposal(request)),
        request,
      );
    },
    references: (request) => ok(describeReferrers(store, kind, store.get(tag, idIn(request)), request.caller)),
    proposal: (request) => {
      const id = idIn(request);
      const decided = Number(request.query.decided);
      const proposal = request.query.decided
        ? store.data.proposals.find(
            (each) => each.id === decided && each.entity === tag && each.recordId === id && each.decision,
          )
        : openProposalOf(store, kind, id);
      if (!proposal) throw notFound();
      const data = {
        proposal: proposalAnswer(proposal),
        ownWork: isOwnProposal(store, kind, proposal, request.caller.account.id),
        labels: labels([proposal.base, proposal.after ?? {}], request),
      };
      return ok(data, proposal.version);
    },
    withdraw: (request) => {
      withdrawProposal(store, kind, idIn(request), request.ifMatch, request.caller);
      return ok({});
    },
    decide: (request) => {
      const decision = request.body as { decision: string; reason?: string }; // Cast: validated by Prism.
      const record = decideProposal(store, kind, idIn(request), request.ifMatch, decision, request.caller);
      return ok({ record, labels: labels(record ? [record] : [], request) });
    },
  };
}

/** Returns what a record's page needs to know of its review. */
function reviewState(store: RecordStore, kind: Kind, record: MockRecord, { caller: { account } }: MockRequest) {
  const open = store.openProposal(kind.tag, record.id);
  const ownNotice = store.data.notices.findLast(
    ({ entity, id, userId }) => entity === kind.tag && id === record.id && userId === account.id,
  );
  const rejected =
    record.status === 'rejected' && store.changesOf(kind.tag, record.id).find(({ action }) => action === 'reject');
  const notice = ownNotice && { notice: ownNotice.notice };
  const rejection = rejected
    ? {
        kind: 'record',
        by: rejected.actor,
        time: rejected.time,
        ...(rejected.reason && { reason: rejected.reason }),
        ...notice,
      }
    : ownNotice?.kind === 'proposal' && toProposalRejection(ownNotice);
  return {
    ownWork: isOwnWork(store, kind, record.id, account.id),
    review: kind.review,
    proposed: open !== undefined,
    upcoming: [],
    ...(rejection && { rejection }),
  };
}

const toProposalRejection = ({ by, time, reason, proposal, notice }: RecordStore['data']['notices'][number]) => ({
  kind: 'proposal',
  by,
  time,
  ...(reason && { reason }),
  ...(proposal && { proposal }),
  notice,
});

const toChange = ({ entity: _, recordId: __, ...change }: LogEntry) => change;

function historyAnswer(store: RecordStore, kind: Kind, request: MockRequest): MockAnswer {
  const { query, caller } = request;
  const id = idIn(request);
  const changes = store.changesOf(kind.tag, id);
  if (changes.length === 0) throw notFound();
  const [limit, cursor] = [Number(query.limit ?? 20), query.cursor];
  const rest = cursor === undefined ? changes : changes.filter(({ seq }) => seq < Number(cursor));
  const page = rest.slice(0, limit);
  const hasMore = rest.length > limit;
  const newest = changes.find(({ seq }) => String(seq) === cursor)?.time;
  const oldest = hasMore ? (page.at(-1)?.time ?? '') : '';
  const refused = store.data.proposals
    .filter(({ entity, recordId, decision }) => {
      if (entity !== kind.tag || recordId !== id || !decision) return false;
      if (!['rejected', 'withdrawn'].includes(decision.outcome)) return false;
      return decision.time > oldest && (newest === undefined || decision.time <= newest);
    })
    .toReversed();
  return ok({
    items: page.map(toChange),
    proposals: refused.map(proposalAnswer),
    nextCursor: hasMore ? String(page.at(-1)?.seq) : null,
    total: changes.length,
    totalCapped: false,
    labels: labelsOf(
      store,
      kind,
      page.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
      caller,
    ),
  });
}

const rateHandlers = (store: RecordStore): Handlers => ({
  getRateSeries: (request) => {
    const { days } = request.query;
    const rate = store.get('rate_board', idIn(request));
    return ok(rateSeries(rate, store.records('rate_board'), days === undefined ? undefined : Number(days)));
  },
});
