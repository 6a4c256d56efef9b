import { useRef, useState } from 'react';

interface Segment {
  isEditable?: boolean;
  isPlaceholder: boolean;
}

/** Some parts are there and some are not. */
export function isHalfTyped(segments: readonly Segment[]): boolean {
  const parts = segments.filter(({ isEditable }) => isEditable);
  return parts.some(({ isPlaceholder }) => isPlaceholder) && parts.some(({ isPlaceholder }) => !isPlaceholder);
}

/**
 * react-aria keeps the last whole value while one is half typed, and forgets what was typed when it is told another.
 * So the field goes on with `held`, while whoever uses it hears at once that there is no value now.
 */
export function useHalfTyped(value: string | null, onChange: (value: string | null) => void) {
  const [held, setHeld] = useState(value);
  const [seen, setSeen] = useState(value);
  // a ref, because the answer to what was said may come before or after a state of our own
  const said = useRef(value);

  if (value !== seen) {
    setSeen(value);
    if (value !== said.current) setHeld(value);
    said.current = value;
  }

  function say(next: string | null) {
    if (next === said.current) return;
    said.current = next;
    onChange(next);
  }

  return {
    held,
    take(next: string | null) {
      setHeld(next);
      say(next);
    },
    /** To be told whenever what stands in the field begins or ceases to be half typed. */
    turn: (half: boolean) => say(half ? null : held),
  };
}
