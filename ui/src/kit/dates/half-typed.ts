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
 * another value. So react-aria gets `fieldValue`, while `onChange` reports null as soon as the field is half typed.
 */
export function useHalfTyped(value: string | null, onChange: (value: string | null) => void) {
  const [fieldValue, setFieldValue] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  const [fieldKey, setFieldKey] = useState(0);
  // A ref, because the parent may pass the reported value back before or after a state update of this hook.
  const reportedValue = useRef(value);

  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== reportedValue.current) setFieldValue(value);
    reportedValue.current = value;
  }

  function report(next: string | null) {
    if (next === reportedValue.current) return;
    reportedValue.current = next;
    onChange(next);
  }

  return {
    fieldValue,
    /** The React key of the field: another one makes it drop what is half typed. */
    fieldKey,
    /** Sets a value that was chosen beside the field, which may be the one that is half typed. */
    chooseValue(next: string) {
      if (next === fieldValue && reportedValue.current === null) setFieldKey(fieldKey + 1);
      setFieldValue(next);
      report(next);
    },
    setFieldValue(next: string | null) {
      setFieldValue(next);
      report(next);
    },
    /** must be called whenever the field becomes half typed or stops being so */
    onHalfTypedChange: (isHalf: boolean) => report(isHalf ? null : fieldValue),
  };
}
