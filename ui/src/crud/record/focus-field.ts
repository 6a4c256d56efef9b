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

/** The frame of the field at a pointer, else of the nearest one around it: what marks it is the frame or its label. */
function frameAt(pointer: string): Element | null | undefined {
  if (pointer === '') return undefined;
  const marked = inForm(`[data-pointer="${CSS.escape(pointer)}"]`)[0];
  if (!marked) return frameAt(pointer.slice(0, pointer.lastIndexOf('/')));
  return marked.closest('[id$="-label"]')?.parentElement?.parentElement ?? marked;
}

/** Puts the focus on the field at a pointer, else on the first that is wrong. */
export function jumpTo(pointer: string): void {
  const frame = frameAt(pointer);
  const within = (selector: string) => frame?.querySelector<HTMLElement>(selector);
  const control = within(typed) ?? within(controls) ?? inForm(wrong)[0];
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
