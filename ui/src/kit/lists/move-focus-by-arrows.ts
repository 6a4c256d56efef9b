import type { KeyboardEvent } from 'react';

/** Moves the focus between the `data-item` elements of a list by arrow keys, for lists that are not menus. */
export function moveFocusByArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const focusedIndex = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    items[
      focusedIndex < 0 && event.key === 'ArrowUp'
        ? items.length - 1
        : focusedIndex + (event.key === 'ArrowDown' ? 1 : -1)
    ];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
