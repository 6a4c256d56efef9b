import { useState } from 'react';
import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { localChangeCount } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { type HistoryResponse, type Proposal, type ProposalResponse, resourceClient } from '#crud/resource.ts';
import { viewedDay } from '#session/viewed-day.ts';

interface Displayed<Data> {
  data: Data;
  loadedAt: number;
  changeCount: number;
  /** The newer version that the user has not asked for yet. */
  heldBack?: Data;
}

interface RecordOptions {
  /** The decided proposal to load besides the open one. */
  fromProposal?: number | undefined;
  /** Whether a version loaded after a change on this page replaces the shown one without asking. */
  showsOwnChanges?: boolean;
}

/**
 * Loads a record with its open proposal, its references and its latest changes; nothing for a new record. A version that
 * was changed elsewhere is shown only on request, so that nobody approves a version that they have not seen.
 */
export function useRecord(
  entity: EntityUi,
  id: number | null,
  { fromProposal, showsOwnChanges = true }: RecordOptions = {},
) {
  const loaded = useRead({
    queryKey: [entity.key, id, fromProposal ?? null, viewedDay()],
    queryFn: ({ signal }) => readRecordDetails(entity, id ?? 0, signal, fromProposal),
    enabled: id !== null,
  });
  const { data, loadedAt } = loaded;
  const changeCount = localChangeCount();
  const [displayed, setDisplayed] = useState<Displayed<typeof data>>({ data, loadedAt, changeCount });
  // only the first version loaded after a change on this page may contain it
  const mayBeOwnChange = showsOwnChanges && displayed.changeCount !== changeCount;
  const isHeldBack =
    data !== undefined && displayed.heldBack !== undefined && !isOtherVersion(data, displayed.heldBack);
  const isNewer =
    (isHeldBack || !mayBeOwnChange) &&
    data !== undefined &&
    displayed.data !== undefined &&
    isOtherVersion(data, displayed.data);
  if (isNewer && displayed.heldBack !== data) setDisplayed({ ...displayed, heldBack: data });
  if (!isNewer && (data !== displayed.data || loadedAt !== displayed.loadedAt))
    setDisplayed({ data, loadedAt, changeCount });
  return {
    ...loaded,
    data: isNewer ? displayed.data : data,
    /** What the server has by now. */
    newest: data,
    showNewerVersion: isNewer ? () => setDisplayed({ data, loadedAt, changeCount }) : undefined,
  };
}

const NO_HISTORY: HistoryResponse = {
  items: [],
  proposals: [],
  nextCursor: null,
  total: 0,
  totalCapped: false,
  labels: {},
};
const NO_REFERENCES_AND_HISTORY = { references: { total: 0, totals: {}, items: [] }, history: NO_HISTORY };

async function readRecordDetails(entity: EntityUi, id: number, signal: AbortSignal, fromProposal: number | undefined) {
  const client = resourceClient(entity);
  // references and the history are only known for the present
  if (viewedDay()) return { ...(await readRecordWithProposals(client, id, signal)), ...NO_REFERENCES_AND_HISTORY };
  const [details, references, history] = await allReportedOnce([
    readRecordWithProposals(client, id, signal, fromProposal),
    client.references(id, signal),
    client.history(id, null, signal),
  ]);
  return { ...details, references: references.data, history: history.data };
}

/** Like `Promise.all`, but of several failures only the first one is reported. */
function allReportedOnce<T extends readonly Promise<unknown>[]>(requests: readonly [...T]) {
  let hasFailed = false;
  for (const request of requests) {
    request.catch((error) => {
      if (hasFailed && error instanceof Problem) error.isQuiet = true;
      hasFailed = true;
    });
  }
  return Promise.all(requests);
}

interface Versioned {
  record: { id: number; version: number };
  openProposal?: ProposalResponse | undefined;
}

/** Whether two responses are different versions of one record or of its open proposal. */
export const isOtherVersion = (a: Versioned, b: Versioned) =>
  a.record.id === b.record.id &&
  (a.record.version !== b.record.version ||
    a.openProposal?.proposal.id !== b.openProposal?.proposal.id ||
    a.openProposal?.proposal.version !== b.openProposal?.proposal.version);

export type RecordDetails = NonNullable<ReturnType<typeof useRecord>['data']>;

/** Loads a record with its open proposal and a rejected one: the user's own, or the one named by `fromProposal`. */
export async function readRecordWithProposals(
  client: ReturnType<typeof resourceClient>,
  id: number,
  signal: AbortSignal,
  fromProposal?: number,
) {
  const { data } = await client.get(id);
  const rejectedId = fromProposal ?? data.rejection?.proposal;
  const readProposal = async (decidedId?: number) =>
    (await client.proposal(id, signal, decidedId).catch(undefinedIfNotFound))?.data;
  const [openProposal, rejectedProposal] = await Promise.all([
    data.proposed ? readProposal() : undefined,
    rejectedId === undefined ? undefined : readProposal(rejectedId),
  ]);
  return { ...data, openProposal, rejectedProposal, startsFromProposal: fromProposal !== undefined };
}

/** Returns the open proposal of a record if the user has made it. */
export const ownOpenProposal = (proposal: Proposal | undefined, username: string | undefined): Proposal | undefined =>
  proposal?.by === username ? proposal : undefined;

/** Handles a 404 of a proposal that was decided or withdrawn after the record was read. */
function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
