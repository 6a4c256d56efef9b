import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';

/** An action of the page that Ctrl+K offers. */
export interface OfferedAction {
  id: string;
  label: string;
  icon: IconName;
  run: () => void;
}

/** What the page can do with its selection or its open record. */
export interface ActionOffer {
  /** Names the selection or the record; offers with the same title are listed together. */
  title: string;
  /** The selection comes before the open record. */
  order: 'selection' | 'record';
  actions: readonly OfferedAction[];
}

let offers: ReadonlyMap<symbol, ActionOffer> = new Map();
const offerListeners = new Set<() => void>();

function setOffers(next: ReadonlyMap<symbol, ActionOffer>): void {
  offers = next;
  for (const listener of offerListeners) listener();
}

/** Offers actions in Ctrl+K while the component is shown. The caller leaves out those that the user may not perform now. */
export function useOfferedActions(offer: ActionOffer): void {
  const [id] = useState(() => Symbol(offer.title));
  const latest = useRef(offer);
  useEffect(() => {
    latest.current = offer;
  });
  const { order, title, actions } = offer;
  const shown = JSON.stringify([order, title, actions.map(({ label }) => label)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown counts, as an action runs in its latest form
  useEffect(() => {
    const { current } = latest;
    const run = (actionId: string) => latest.current.actions.find((action) => action.id === actionId)?.run();
    const stable = current.actions.map((action) => ({ ...action, run: () => run(action.id) }));
    setOffers(new Map(offers).set(id, { ...current, actions: stable }));
    return () => setOffers(new Map([...offers].filter(([other]) => other !== id)));
  }, [id, shown]);
}

/** Returns what the page offers now, the selection first. */
export function useActionOffers(): ActionOffer[] {
  const current = useSyncExternalStore(
    (listener) => {
      offerListeners.add(listener);
      return () => offerListeners.delete(listener);
    },
    () => offers,
  );
  const sorted = (['selection', 'record'] as const).flatMap((order) =>
    [...current.values()].filter((offer) => offer.order === order),
  );
  const titles = new Set(sorted.map(({ title }) => title));
  return [...titles].map((title) => {
    const same = sorted.filter((offer) => offer.title === title);
    return { title, order: same[0]?.order ?? 'record', actions: same.flatMap(({ actions }) => actions) };
  });
}
