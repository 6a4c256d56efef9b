import { useEffect, useRef } from 'react';
import type { Entity, Schemas } from '#api/facts.gen.ts';
import { changesMadeHere, polling, recordsChanged } from '#crud/query-client.ts';
import { overviewQuery } from '#crud/use-overview.ts';
import { useRead } from '#crud/use-read.ts';

type Overview = Schemas['OverviewAnswer']['data'];

/** How long the page may show what others have changed since. */
const POLL_MS = 15_000;

/**
 * For the menu: how many records there are of each kind, and how many people wait to be let in. Whatever changes there without an act
 * on this page, such as by a revert of an import, has every open list and count read anew.
 */
export function useTotals() {
  const { data } = useRead({ ...polling(POLL_MS), ...overviewQuery(1) });
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
  const known = useRef<{ fingerprint: string; changesHere: number }>(undefined);
  useEffect(() => {
    if (!data) return;
    const now = { fingerprint: fingerprintOf(data), changesHere: changesMadeHere() };
    const before = known.current;
    known.current = now;
    // what is read after a change on this page has been told already
    if (before?.changesHere !== now.changesHere) return;
    if (before.fingerprint !== now.fingerprint) recordsChanged('elsewhere');
  }, [data]);
}
