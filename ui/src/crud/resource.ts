import type { BodyName, Event, Schemas } from '#api/facts.gen.ts';
import { api, session } from '#session/session.ts';
import type { AnyRecord, EntityUi, Values } from './define-entity.ts';
import { forgetLabels, learnLabels } from './labels.ts';
import { changeGeneration, queryClient } from './query-client.ts';

type Labels = Schemas['Labels'];
type Row = AnyRecord & Values;
type RecordName = BodyName extends infer Body ? (Body extends `${infer Name}Write` ? Name : never) : never;

session.subscribe(() => session.loggedIn || forgetLabels());

export interface ListData {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
  counts: Schemas['Counts'];
  labels: Labels;
  proposals: Schemas['ProposalMark'][];
  ownWork: number[];
}
export interface FoundData {
  record: Row;
  labels: Labels;
  ownWork: boolean;
  review: Schemas['Review'];
  /** An open proposal stands beside it. */
  proposed: boolean;
  rejection?: Schemas['Rejection'];
}
// the contract has these two once per kind, alike but for the record in them
export type Proposal = Omit<Schemas[`${RecordName}Proposal`], 'after' | 'base'> & { after?: Values; base?: Values };
export interface ProposalData {
  proposal: Proposal;
  ownWork: boolean;
  labels: Labels;
}
export interface SavedData {
  record: Row;
  labels: Labels;
  proposal?: Proposal;
}
export type Change = Omit<Schemas[`${RecordName}Change`], 'before' | 'after'> & {
  before: Row | null;
  after: Row | null;
};
export interface HistoryData {
  items: Change[];
  proposals: Proposal[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  labels: Labels;
}
export interface BulkOutcome {
  id: number;
  code: number;
  message?: string;
}
export type RecordAction = Event | 'delete';

const carriesLabels = (data: unknown): data is { labels: Labels } =>
  typeof data === 'object' && data !== null && 'labels' in data;

/** The calls of one kind. What they answer is alike for every kind, by the contract's own rules. */
export function resource({ resource: path }: Pick<EntityUi, 'resource'>) {
  // the path is known at run time only, so the contract's type of the answer is named here
  const send = async <T>(method: string, at: string, init: Parameters<typeof api.send>[2] = {}) => {
    const { status, data } = await api.send(method, path + at, init);
    if (carriesLabels(data)) learnLabels(data.labels);
    return { status, data: data as T };
  };
  const ifMatch = (version: number) => ({ headers: { 'If-Match': `"${version}"` } });
  return {
    list: (query: Values, signal: AbortSignal) => send<ListData>('GET', '', { params: { query }, signal }),
    /** A card and a form that open together share the call. */
    get: (id: number) =>
      queryClient.fetchQuery({
        queryKey: [path, id, changeGeneration()],
        queryFn: () => send<FoundData>('GET', `/${id}`),
      }),
    create: (body: Values) => send<SavedData>('POST', '', { body }),
    update: (id: number, version: number, body: Values) =>
      send<SavedData>('PUT', `/${id}`, { body, ...ifMatch(version) }),
    remove: (id: number, version: number) => send<Schemas['Deleted'] | SavedData>('DELETE', `/${id}`, ifMatch(version)),
    transition: (id: number, version: number, body: Schemas['Transition']) =>
      send<SavedData>('POST', `/${id}/transitions`, { body, ...ifMatch(version) }),
    history: (id: number, cursor: string | null, signal: AbortSignal) =>
      send<HistoryData>('GET', `/${id}/history`, { params: { query: cursor ? { cursor } : {} }, signal }),
    /** `version` is null for a record that is deleted. */
    restore: (id: number, version: number | null, target: number) =>
      send<SavedData>('POST', `/${id}/restore`, { body: { version: target }, ...(version ? ifMatch(version) : {}) }),
    references: (id: number, signal: AbortSignal) =>
      send<Schemas['References']>('GET', `/${id}/references`, { signal }),
    /** The open one, or one that was decided on. */
    proposal: (id: number, signal: AbortSignal, decided?: number) =>
      send<ProposalData>('GET', `/${id}/proposal`, {
        signal,
        ...(decided === undefined ? {} : { params: { query: { decided } } }),
      }),
    withdraw: (id: number, version: number) => send<object>('DELETE', `/${id}/proposal`, ifMatch(version)),
    decide: (id: number, version: number, body: Schemas['Decision']) =>
      send<{ record: Row | null }>('POST', `/${id}/proposal/decision`, { body, ...ifMatch(version) }),
    bulk: (action: RecordAction, items: { id: number; version: number }[], reason?: string) =>
      send<{ items: BulkOutcome[] }>('POST', '/bulk', { body: { action, items, ...(reason ? { reason } : {}) } }),
  };
}
