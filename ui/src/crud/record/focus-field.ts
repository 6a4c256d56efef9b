import { pointerText } from '#crud/value-text.ts';

const controls = 'input, textarea, button, [tabindex="0"]';
const inForm = <T extends HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(`form[data-record] ${selector}`),
];

/** Puts the focus where filling in begins. */
export function focusFirst(): void {
  inForm(':is(input, textarea):not([readonly])')[0]?.focus();
}

/** Puts the focus on the first control of the form that is marked as wrong, once it is. */
export function focusField(pointer: string | undefined): void {
  if (pointer === undefined) return;
  requestAnimationFrame(() => inForm('[aria-invalid="true"]')[0]?.focus());
}

/** Puts the focus on the field that is called as an error or a note calls it, else on the first that is wrong. */
export function jumpTo(pointer: string): void {
  const name = pointerText(pointer);
  const label = inForm('[id$="-label"]').find(({ firstChild }) => firstChild?.textContent === name);
  // what is one of many alike says its pointer, since it is not called by its whole name
  const frame = inForm(`[data-pointer="${pointer}"]`)[0] ?? label?.parentElement?.parentElement;
  const control = frame?.querySelector<HTMLElement>(controls) ?? inForm('[aria-invalid="true"]')[0];
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
