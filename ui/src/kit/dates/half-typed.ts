import { useRef, useState } from 'react';

interface Segment {
  isEditable?: boolean;
  isPlaceholder: boolean;
}

/** Whether some parts are filled in and others are still empty. */
export function isHalfTyped(segments: readonly Segment[]): boolean {
  const parts = segments.filter(({ isEditable }) => isEditable);
  return parts.some(({ isPlaceholder }) => isPlaceholder) && parts.some(({ isPlaceholder }) => !isPlaceholder);
}

/**
 * react-aria keeps the last complete value while its field is half typed, and drops what was typed when it is given
 * another object. So react-aria gets the value of `fieldState`, which is another object whenever a value is set, also the
 * one that is half typed, while `onChange` reports null as soon as the field is half typed.
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
    /** must be called whenever the field becomes half typed or stops being so */
    onHalfTypedChange: (isHalf: boolean) => report(isHalf ? null : fieldState.value),
  };
}
