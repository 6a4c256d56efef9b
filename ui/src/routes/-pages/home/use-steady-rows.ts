import { type RefObject, useEffect, useState } from 'react';
import { compareRows, type ReviewItem, type RowState, reviewKey } from './review-rows.ts';

export interface SteadyRow {
  key: string;
  item: ReviewItem;
  state: RowState;
  /** Shows what has become of a changed one. */
  show: () => void;
}

/** Keeps rows where they are, and as they are, while the pointer or the focus is among them. */
export function useSteadyRows(items: readonly ReviewItem[], list: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(items);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) setShown(items);
  }, [isHeld, items]);
  const { states, added, now } = compareRows(shown, items);

  const release = () =>
    setHeld(list.current?.matches(':hover') === true || list.current?.matches(':focus-within') === true);
  const rows = shown.map((item, at): SteadyRow => {
    const key = reviewKey(item);
    const show = () => setShown(shown.map((one) => (reviewKey(one) === key ? (now.get(key) ?? one) : one)));
    return { key, item, state: states[at] ?? 'gone', show };
  });
  return {
    rows,
    added,
    refresh: () => setShown(items),
    hold: {
      onPointerEnter: () => setHeld(true),
      onFocus: () => setHeld(true),
      onPointerLeave: release,
      // where the focus goes is known after this
      onBlur: () => requestAnimationFrame(release),
    },
  };
}
