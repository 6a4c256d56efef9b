import type { KeyboardEvent } from 'react';

const KEYS = { column: ['ArrowUp', 'ArrowDown'], row: ['ArrowLeft', 'ArrowRight'] };

/** Moves the focus between the `data-item` elements of a list by arrow keys, for lists that are not menus. */
export function moveFocusByArrows(event: KeyboardEvent<HTMLElement>, direction: keyof typeof KEYS = 'column') {
  const [previousKey, nextKey] = KEYS[direction];
  if (event.key !== nextKey && event.key !== previousKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const focusedIndex = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    items[
      focusedIndex < 0 && event.key === previousKey ? items.length - 1 : focusedIndex + (event.key === nextKey ? 1 : -1)
    ];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
