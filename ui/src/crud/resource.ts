import { ifMatch } from '#api/client.ts';
import type { BodyName, Event, Schemas } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { api, session } from '#session/session.ts';
import type { AnyRecord, EntityUi, Values } from './define-entity.ts';
import { changeGeneration, queryClient } from './read/query-client.ts';
import { asOfQuery } from './read/viewed-day.ts';
import { cacheLabels, clearLabels } from './text/record-name-cache.ts';

type Labels = Schemas['Labels'];
type Row = AnyRecord & Values;
type RecordName = BodyName extends infer Body ? (Body extends `${infer Name}Write` ? Name : never) : never;

session.subscribe(() => session.loggedIn || clearLabels());

export interface ListResponse {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
  counts: Schemas['Counts'];
  labels: Labels;
  proposals: Schemas['ProposalMark'][];
  upcoming: Schemas['UpcomingChange'][];
  ownWork: number[];
}
export interface RecordResponse {
  record: Row;
  labels: Labels;
  ownWork: boolean;
  review: Schemas['Review'];
  /** Whether the record has an open proposal. */
  proposed: boolean;
  /** What change sets will do to the record on their dates. */
  upcoming: Schemas['UpcomingChange'][];
  rejection?: Schemas['Rejection'];
}
// in the contract, each entity has its own Proposal and Change, which differ only in the type of the record
export type Proposal = Omit<Schemas[`${RecordName}Proposal`], 'after' | 'base'> & { after?: Values; base?: Values };
export interface ProposalResponse {
  proposal: Proposal;
  ownWork: boolean;
  labels: Labels;
}
export interface SaveResponse {
  record: Row;
  labels: Labels;
  proposal?: Proposal;
}
export type Change = Omit<Schemas[`${RecordName}Change`], 'before' | 'after'> & {
  before: Row | null;
  after: Row | null;
};
export interface HistoryResponse {
  items: Change[];
  proposals: Proposal[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  labels: Labels;
}
export interface BulkItemResult {
  id: number;
  code: number;
  message?: string;
  /** What a single request would have returned, if that has the record. */
  data?: Partial<SaveResponse>;
}
export type RecordAction = Event | 'delete';

interface VersionedId {
  id: number;
  version: number;
}

interface Restoration {
  restoredVersion: number;
  version?: number | null;
  proposalVersion?: number;
}

/** How many records the contract allows in one request. */
const MAX_BULK_ITEMS = 500;

/** Sends any number of records, in several requests if necessary, and returns what became of each. Throws if the first one fails. */
export async function sendInParts(
  items: readonly VersionedId[],
  send: (part: VersionedId[]) => Promise<BulkItemResult[]>,
): Promise<BulkItemResult[]> {
  const results: BulkItemResult[] = [];
  for (let start = 0; start < items.length; start += MAX_BULK_ITEMS) {
    try {
      results.push(...(await send(items.slice(start, start + MAX_BULK_ITEMS))));
    } catch (error) {
      if (start === 0) throw error;
      // what the earlier requests have done stays done, so the rest has failed one by one
      const { status, message } = toProblem(error, language());
      results.push(...items.slice(start).map(({ id }) => ({ id, code: status || 503, message })));
      break;
    }
  }
  return results;
}

const hasLabels = (data: unknown): data is { labels: Labels } =>
  typeof data === 'object' && data !== null && 'labels' in data;

/** `quiet` for callers that report failures themselves. */
type ReportOptions = Pick<NonNullable<Parameters<typeof api.send>[2]>, 'quiet'>;

/** Returns the requests of one collection; the contract has the same responses for every entity. */
export function resourceClient({ resource: path }: Pick<EntityUi, 'resource'>) {
  // the path is known only at run time, so the caller names the response type
  const send = async <T>(method: string, subPath: string, init: Parameters<typeof api.send>[2] = {}) => {
    const { status, data } = await api.send(method, path + subPath, init);
    if (hasLabels(data)) cacheLabels(data.labels);
    return { status, data: data as T };
  };
  const atVersion = (version: number) => ({ headers: ifMatch(version) });
  const replacing = (proposalVersion: number | undefined) =>
    proposalVersion === undefined ? {} : { params: { query: { proposalVersion } } };
  // keepalive: the review queue delays decisions for undo and sends pending ones as the page closes
  return {
    list: (query: Values, signal: AbortSignal) => send<ListResponse>('GET', '', { params: { query }, signal }),
    /** Loads a record; a card and a form that open together share the request. */
    get: (id: number) =>
      queryClient.fetchQuery({
        queryKey: [path, id, changeGeneration()],
        queryFn: () => send<RecordResponse>('GET', `/${id}`, { params: { query: asOfQuery() } }),
      }),
    create: (body: Values) => send<SaveResponse>('POST', '', { body }),
    /** `proposalVersion` is that of the user's own open proposal, the only one that is replaced; undefined where there are none. */
    update: (id: number, version: number, body: Values, proposalVersion?: number) =>
      send<SaveResponse>('PUT', `/${id}`, { body, ...atVersion(version), ...replacing(proposalVersion) }),
    remove: (id: number, version: number, proposalVersion?: number) =>
      send<Schemas['Deleted'] | SaveResponse>('DELETE', `/${id}`, {
        ...atVersion(version),
        ...replacing(proposalVersion),
      }),
    transition: (id: number, version: number, body: Schemas['Transition'], options: ReportOptions = {}) =>
      send<SaveResponse>('POST', `/${id}/transitions`, { body, keepalive: true, ...options, ...atVersion(version) }),
    history: (id: number, cursor: string | null, signal: AbortSignal) =>
      send<HistoryResponse>('GET', `/${id}/history`, { params: { query: cursor ? { cursor } : {} }, signal }),
    /** Restores an older version; `version` is the current one, which a deleted record lacks. */
    restore: (id: number, { restoredVersion, version, proposalVersion }: Restoration) =>
      send<SaveResponse>('POST', `/${id}/restore`, {
        body: { version: restoredVersion },
        ...(version ? atVersion(version) : {}),
        ...replacing(proposalVersion),
      }),
    references: (id: number, signal: AbortSignal) =>
      send<Schemas['References']>('GET', `/${id}/references`, { signal }),
    /** Loads the open proposal, or a decided one by its id. */
    proposal: (id: number, signal: AbortSignal, decided?: number) =>
      send<ProposalResponse>('GET', `/${id}/proposal`, {
        signal,
        ...(decided === undefined ? {} : { params: { query: { decided } } }),
      }),
    withdraw: (id: number, version: number) => send<object>('DELETE', `/${id}/proposal`, atVersion(version)),
    decide: (id: number, version: number, body: Schemas['Decision'], options: ReportOptions = {}) =>
      send<{ record: Row | null }>('POST', `/${id}/proposal/decision`, {
        body,
        keepalive: true,
        ...options,
        ...atVersion(version),
      }),
    /** Starts an action on all records that match a filter. */
    bulkMatching: (query: Values, { action, total, reason }: Schemas['BulkMatching']) =>
      send<{ bulkChange: Schemas['BulkChange'] }>('POST', '/bulk/matching', {
        params: { query },
        body: { action, total, ...(reason ? { reason } : {}) },
      }),
    /** Applies an action to any number of records, and returns what became of each. Throws if the first request fails. */
    bulk: (action: RecordAction, items: readonly VersionedId[], reason?: string) =>
      sendInParts(items, async (part) => {
        const body = { action, items: part, ...(reason ? { reason } : {}) };
        return (await send<{ items: BulkItemResult[] }>('POST', '/bulk', { body })).data.items;
      }),
  };
}
