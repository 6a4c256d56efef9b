/**
 * Focuses an element if the focus is lost once no dialog is open, such as when a button disappears with what it did. `findTarget` is called
 * then.
 */
export function recoverFocus(findTarget: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[aria-modal="true"]')) recoverFocus(findTarget);
    else if (document.activeElement === document.body) findTarget()?.focus();
  });
}
