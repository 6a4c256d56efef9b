import type { KeyboardEvent } from 'react';

/** Arrow keys between the `data-item`s of a list, for lists that are not menus. */
export function listKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const here = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    items[here < 0 && event.key === 'ArrowUp' ? items.length - 1 : here + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
