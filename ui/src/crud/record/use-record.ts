import { useEffect, useRef, useState } from 'react';
import { Problem } from '#api/problem.ts';
import { onRecordsChanged } from '#crud/changes.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { type ProposalData, resource } from '#crud/resource.ts';
import { useLive } from '#crud/use-live.ts';

/**
 * A record with what surrounds it: the open proposal, what refers to it, its latest changes; nothing of a new one. What changed
 * elsewhere does not take the place of what somebody is looking at, and may be about to approve, before they ask for it.
 */
export function useRecord(entity: EntityUi, id: number | null, again?: number) {
  const loaded = useLive(`${entity.key} ${id} ${again}`, async (signal) => {
    if (id === null) return undefined;
    const calls = resource(entity);
    const [found, references, history] = await Promise.all([
      withProposal(calls, id, signal, again),
      calls.references(id, signal),
      calls.history(id, null, signal),
    ]);
    return { ...found, references: references.data, history: history.data };
  });
  const { data } = loaded;
  const [shown, show] = useState(data);
  const isElsewhere = useRef(false);
  useEffect(() => onRecordsChanged((origin) => (isElsewhere.current = origin === 'elsewhere')), []);
  const isNewer = isElsewhere.current && data !== undefined && shown !== undefined && !isSame(data, shown);
  if (data !== shown && !isNewer) show(data);
  return { ...loaded, data: isNewer ? shown : data, showNewer: isNewer ? () => show(data) : undefined };
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

/** A record, the proposal that is open beside it, and one that was rejected: the author's, or that to begin from again. */
export async function withProposal(
  calls: ReturnType<typeof resource>,
  id: number,
  signal: AbortSignal,
  again?: number,
) {
  const { data } = await calls.get(id);
  const decided = again ?? data.rejection?.proposal;
  const read = async (one?: number) => (await calls.proposal(id, signal, one).catch(noneIfMissing))?.data;
  const [proposal, rejected] = await Promise.all([
    data.proposed ? read() : undefined,
    decided === undefined ? undefined : read(decided),
  ]);
  return { ...data, proposal, rejected, again: again !== undefined };
}

/** Decided on or withdrawn since the record was read. */
function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
