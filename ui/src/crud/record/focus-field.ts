/** Puts the focus where filling in begins. */
export function focusFirst(): void {
  document.querySelector<HTMLElement>('form[data-record] :is(input, textarea):not([readonly])')?.focus();
}

/** Puts the focus on the first control of the form that is marked as wrong, once it is. */
export function focusField(pointer: string | undefined): void {
  if (pointer === undefined) return;
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('form[data-record] [aria-invalid="true"]')?.focus();
  });
}
