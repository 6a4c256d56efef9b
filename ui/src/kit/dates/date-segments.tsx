import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type DateFieldAria, useDateSegment } from 'react-aria/useDateField';
import type { DateFieldState, DateSegment } from 'react-stately/useDateFieldState';
import { halfTypedText } from './half-typed.ts';

// react-aria's hooks instead of its components, which include the calendars of all cultures

export interface SegmentsProps extends Pick<DateFieldAria, 'fieldProps'> {
  state: DateFieldState;
  fieldRef: Ref<HTMLDivElement>;
  /** shown between the parts in every language */
  separator: string;
  /** called with what is typed of a date or a time whose other parts are missing, else with null */
  onHalfTypedChange: (text: string | null) => void;
  /** called with pasted text, which should be a complete date or time */
  onPaste: (text: string) => void;
}

/** The editable parts of a date or a time, such as 2026-03-01 or 05:40; the arrow keys step each part. */
export function DateSegments(props: SegmentsProps) {
  const { state, fieldProps, fieldRef, separator, onHalfTypedChange, onPaste } = props;
  const reportChange = useEffectEvent(onHalfTypedChange);
  const isPartTyped = useRef(false);
  const partialText = halfTypedText(state.segments);
  useLayoutEffect(() => reportChange(partialText), [partialText]);

  function onPasteCapture(event: ClipboardEvent) {
    event.preventDefault();
    onPaste(event.clipboardData.getData('text').normalize('NFKC'));
  }

  /** Moves to the next part on a separator, unless the focus just moved there because the previous part was complete. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (/^\d$/.test(event.key)) isPartTyped.current = true;
    if (!/^[-/.:：]$/.test(event.key)) return;
    event.preventDefault();
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-type]:not([data-type="literal"])')];
    const focusedIndex = parts.findIndex((part) => part.contains(document.activeElement));
    if (focusedIndex === 0 || isPartTyped.current) parts[focusedIndex + 1]?.focus();
  }

  // react-aria would take Enter, which is for the dialog or form around, for a press on the field
  const groupProps = {
    ...fieldProps,
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (event.key !== 'Enter') fieldProps.onKeyDown?.(event);
    },
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the parts inside are the controls
    <div
      className="flex h-full min-w-0 flex-1 items-center"
      onPasteCapture={onPasteCapture}
      onKeyDownCapture={onKeyDown}
      onFocus={() => {
        isPartTyped.current = false;
      }}
    >
      <div {...groupProps} ref={fieldRef} className="flex font-mono whitespace-nowrap">
        {state.segments.map((segment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have fixed places and no other identity
          <Segment key={index} state={state} segment={segment} separator={separator} />
        ))}
      </div>
    </div>
  );
}

interface SegmentProps {
  state: DateFieldState;
  segment: DateSegment;
  separator: string;
}

/** A part, or the separator before the next one. */
function Segment({ state, segment, separator }: SegmentProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const { segmentProps } = useDateSegment(segment, state, ref);
  return (
    <span
      {...segmentProps}
      ref={ref}
      data-type={segment.type}
      data-placeholder={segment.isPlaceholder || undefined}
      className="-mx-px rounded-[2px] px-px outline-none data-placeholder:text-ink-3 data-[type=literal]:text-ink-3 focus:bg-accent focus:text-on-accent"
    >
      {segment.type === 'literal' ? separatorText(segment.text, separator) : segment.text}
    </span>
  );
}

/** Replaces the punctuation of the language; a space or comma separates the date from the time. */
function separatorText(text: string, separator: string): string {
  if (/[\s,]/.test(text)) return '\u00a0';
  if (text.includes(':')) return ':';
  return /\p{P}/u.test(text) ? separator : '';
}
