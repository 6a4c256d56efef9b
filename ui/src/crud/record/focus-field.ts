import { pointerText } from '#crud/value-text.ts';

// beside a field's label there may be buttons, too
const typed = 'input, textarea, [role="switch"], [role="radio"][tabindex="0"]';
const controls = 'button, [tabindex="0"]';
// a number's frame is marked as wrong too, and takes no focus
const wrong = '[aria-invalid="true"]:not([role="group"])';
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
  requestAnimationFrame(() => inForm(wrong)[0]?.focus());
}

/** Puts the focus on the field that is called as an error or a note calls it, else on the first that is wrong. */
export function jumpTo(pointer: string): void {
  const name = pointerText(pointer);
  const label = inForm('[id$="-label"]').find(({ firstChild }) => firstChild?.textContent === name);
  // what is one of many alike says its pointer, since it is not called by its whole name
  const frame = inForm(`[data-pointer="${pointer}"]`)[0] ?? label?.parentElement?.parentElement;
  const within = (selector: string) => frame?.querySelector<HTMLElement>(selector);
  const control = within(typed) ?? within(controls) ?? inForm(wrong)[0];
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
