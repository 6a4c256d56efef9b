import { type ClipboardEvent, type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DateInput, DateSegment } from 'react-aria-components';

interface SegmentsProps {
  /** shown between the parts in every language */
  separator: string;
  isHalfTyped: boolean;
  onHalfTypedChange: (isHalfTyped: boolean) => void;
  /** called with pasted text, which should be a complete date or time */
  onPaste: (text: string) => void;
}

/** The editable parts of a date or a time, such as 2026-03-01 or 05:40; the arrow keys step each part. */
export function DateSegments({ separator, isHalfTyped, onHalfTypedChange, onPaste }: SegmentsProps) {
  const reportChange = useEffectEvent(onHalfTypedChange);
  const isPartTyped = useRef(false);
  useLayoutEffect(() => reportChange(isHalfTyped), [isHalfTyped]);

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
      <DateInput className="flex font-mono whitespace-nowrap">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="-mx-px rounded-[2px] px-px outline-none data-placeholder:text-ink-3 data-focused:bg-accent data-focused:text-on-accent data-[type=literal]:text-ink-3"
          >
            {({ text, type }) => (type === 'literal' ? separatorText(text, separator) : text)}
          </DateSegment>
        )}
      </DateInput>
    </div>
  );
}

/** Replaces the punctuation of the language; a space or comma separates the date from the time. */
function separatorText(text: string, separator: string): string {
  if (/[\s,]/.test(text)) return '\u00a0';
  if (text.includes(':')) return ':';
  return /\p{P}/u.test(text) ? separator : '';
}
