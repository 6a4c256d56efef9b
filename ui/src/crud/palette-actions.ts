import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';

/** An action of the page that Ctrl+K lists. */
export interface PaletteAction {
  id: string;
  label: string;
  icon: IconName;
  run: () => void;
}

/** The actions on the selection or on the open record of a page. */
export interface PaletteActionGroup {
  /** Names the selection or the record; groups with the sameTitle title are listed together. */
  title: string;
  /** What the actions apply to; those on the selection are listed first. */
  subject: 'selection' | 'record';
  actions: readonly PaletteAction[];
}

let groups: ReadonlyMap<symbol, PaletteActionGroup> = new Map();
const groupListeners = new Set<() => void>();

function setGroups(next: ReadonlyMap<symbol, PaletteActionGroup>): void {
  groups = next;
  for (const listener of groupListeners) listener();
}

/** Registers actions for Ctrl+K while the component is shown. The caller leaves out those that the user may not perform now. */
export function useRegisterPaletteActions(group: PaletteActionGroup): void {
  const [id] = useState(() => Symbol(group.title));
  const latest = useRef(group);
  useEffect(() => {
    latest.current = group;
  });
  const { subject, title, actions } = group;
  const shown = JSON.stringify([subject, title, actions.map(({ label }) => label)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown counts, as an action runs in its latest form
  useEffect(() => {
    const { current } = latest;
    const run = (actionId: string) => latest.current.actions.find((action) => action.id === actionId)?.run();
    const stable = current.actions.map((action) => ({ ...action, run: () => run(action.id) }));
    setGroups(new Map(groups).set(id, { ...current, actions: stable }));
    return () => setGroups(new Map([...groups].filter(([other]) => other !== id)));
  }, [id, shown]);
}

/** Returns the actions that the page has registered, those on the selection first. */
export function usePaletteActionGroups(): PaletteActionGroup[] {
  const current = useSyncExternalStore(
    (listener) => {
      groupListeners.add(listener);
      return () => groupListeners.delete(listener);
    },
    () => groups,
  );
  const sorted = (['selection', 'record'] as const).flatMap((subject) =>
    [...current.values()].filter((group) => group.subject === subject),
  );
  const titles = new Set(sorted.map(({ title }) => title));
  return [...titles].map((title) => {
    const sameTitle = sorted.filter((group) => group.title === title);
    return { title, subject: sameTitle[0]?.subject ?? 'record', actions: sameTitle.flatMap(({ actions }) => actions) };
  });
}
