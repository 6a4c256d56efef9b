import { useEffect, useRef } from 'react';
import type { Entity, Schemas } from '#api/facts.gen.ts';
import { onRecordsChanged, recordsChanged } from '#crud/changes.ts';
import { useOverview } from '#crud/use-overview.ts';
import { usePolling } from '#crud/use-polling.ts';

type Overview = Schemas['OverviewAnswer']['data'];

/** How long the page may show what others have changed since. */
const POLL_MS = 15_000;

/**
 * For the menu: how many records there are of each kind, and how many people wait to be let in. Whatever changes there without an act
 * on this page, such as by a revert of an import, has every open list and count read anew.
 */
export function useTotals() {
  const overview = useOverview(1);
  const { data } = overview;
  usePolling(overview, POLL_MS);
  useChangesElsewhere(data);
  return {
    records: new Map<Entity, number>(data?.entities.map(({ entity, total }) => [entity, total])),
    people: data?.people?.pending ?? 0,
  };
}

export type Totals = ReturnType<typeof useTotals>;

/** All that tells of a change, in one text. */
const fingerprintOf = ({ entities, reviews, rejections, recent, people }: Overview): string =>
  JSON.stringify([
    entities.map(({ counts, waiting }) => [counts, waiting]),
    reviews,
    rejections,
    recent[0]?.seq,
    people,
  ]);

function useChangesElsewhere(data: Overview | undefined) {
  const known = useRef<string>(undefined);
  // what is read after a change on this page has been told already
  useEffect(() => onRecordsChanged(() => (known.current = undefined)), []);
  useEffect(() => {
    if (!data) return;
    const now = fingerprintOf(data);
    const isChanged = known.current !== undefined && known.current !== now;
    known.current = now;
    if (isChanged) recordsChanged('elsewhere');
  }, [data]);
}
