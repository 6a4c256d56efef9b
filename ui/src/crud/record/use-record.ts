import { useState } from 'react';
import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { changesMadeHere } from '#crud/query-client.ts';
import { type ProposalData, resource } from '#crud/resource.ts';
import { useRead } from '#crud/use-read.ts';

/**
 * A record with what surrounds it: the open proposal, what refers to it, its latest changes; nothing of a new one. What changed
 * elsewhere does not take the place of what somebody is looking at, and may be about to approve, before they ask for it.
 */
export function useRecord(entity: EntityUi, id: number | null, fromProposal?: number) {
  const loaded = useRead({
    queryKey: [entity.key, id, fromProposal ?? null],
    queryFn: ({ signal }) => readRecord(entity, id ?? 0, signal, fromProposal),
    enabled: id !== null,
  });
  const { data } = loaded;
  const [shown, show] = useState({ data, changesHere: changesMadeHere() });
  const changesHere = changesMadeHere();
  // what is read after a change on this page is what somebody waits for
  const isElsewhere = shown.changesHere === changesHere;
  const isNewer = isElsewhere && data !== undefined && shown.data !== undefined && !isSame(data, shown.data);
  if (data !== shown.data && !isNewer) show({ data, changesHere });
  return {
    ...loaded,
    data: isNewer ? shown.data : data,
    showNewer: isNewer ? () => show({ data, changesHere }) : undefined,
  };
}

async function readRecord(entity: EntityUi, id: number, signal: AbortSignal, fromProposal: number | undefined) {
  const calls = resource(entity);
  const [answer, references, history] = await Promise.all([
    withProposal(calls, id, signal, fromProposal),
    calls.references(id, signal),
    calls.history(id, null, signal),
  ]);
  return { ...answer, references: references.data, history: history.data };
}

interface Versioned {
  record: { id: number; version: number };
  proposal?: ProposalData | undefined;
}

const isSame = (one: Versioned, other: Versioned) =>
  one.record.id !== other.record.id ||
  (one.record.version === other.record.version &&
    one.proposal?.proposal.id === other.proposal?.proposal.id &&
    one.proposal?.proposal.version === other.proposal?.proposal.version);

export type WholeRecord = NonNullable<ReturnType<typeof useRecord>['data']>;

/** A record, the proposal that is open beside it, and one that was rejected: the author's, or the one to begin from again. */
export async function withProposal(
  calls: ReturnType<typeof resource>,
  id: number,
  signal: AbortSignal,
  fromProposal?: number,
) {
  const { data } = await calls.get(id);
  const decided = fromProposal ?? data.rejection?.proposal;
  const read = async (one?: number) => (await calls.proposal(id, signal, one).catch(noneIfMissing))?.data;
  const [proposal, rejected] = await Promise.all([
    data.proposed ? read() : undefined,
    decided === undefined ? undefined : read(decided),
  ]);
  return { ...data, proposal, rejected, fromProposal: fromProposal !== undefined };
}

/** Decided on or withdrawn since the record was read. */
function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
