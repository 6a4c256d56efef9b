import { useRef, useState } from 'react';

interface Segment {
  isEditable?: boolean;
  isPlaceholder: boolean;
  text: string;
}

/** Returns what is typed of a date, with its missing parts empty, such as `2026-12-`; null if all parts are typed, or none. */
export function halfTypedText(segments: readonly Segment[]): string | null {
  const parts = segments.filter(({ isEditable }) => isEditable);
  const typed = parts.filter(({ isPlaceholder }) => !isPlaceholder);
  if (typed.length === 0 || typed.length === parts.length) return null;
  return parts.map(({ isPlaceholder, text }) => (isPlaceholder ? '' : text)).join('-');
}

/** Whether the value of a date field has missing parts, so that it must not be saved. */
export const isHalfTyped = (value: string | null): value is string => value !== null && /(^|-)(-|$)/.test(value);

/** Focuses the first part that is missing in the dates of an element. */
export const focusMissingPart = (element: Element): void =>
  element.querySelector<HTMLElement>('[data-type][data-placeholder]')?.focus();

/**
 * react-aria keeps the last complete value while its field is half typed, and drops what was typed when it is given
 * another object. So react-aria gets the value of `fieldState`, which is another object whenever a value is set, also the
 * one that is half typed, while `onChange` reports another value as soon as the field is half typed.
 */
export function useHalfTyped(value: string | null, onChange: (value: string | null) => void) {
  const [fieldState, setFieldState] = useState({ value });
  const [previousValue, setPreviousValue] = useState(value);
  // A ref, because the parent may pass the reported value back before or after a state update of this hook.
  const reportedValue = useRef(value);

  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== reportedValue.current) setFieldState({ value });
    reportedValue.current = value;
  }

  function report(next: string | null) {
    if (next === reportedValue.current) return;
    reportedValue.current = next;
    onChange(next);
  }

  return {
    fieldState,
    setFieldValue(next: string | null) {
      setFieldState({ value: next });
      report(next);
    },
    /** must be called whenever another part is typed or removed, with the value to report meanwhile */
    onHalfTypedChange: (isHalf: boolean, partialValue: string | null = null) =>
      report(isHalf ? partialValue : fieldState.value),
  };
}
