import { type ClipboardEvent, type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DateInput, DateSegment } from 'react-aria-components';

interface SegmentsProps {
  /** between the parts, whatever the language puts there */
  mark: string;
  half: boolean;
  onHalf: (half: boolean) => void;
  /** a whole value pasted at once */
  onPaste: (text: string) => void;
}

/** 2026-03-01, 05:40: the parts of a date or a time, each typed, and stepped by the arrow keys. */
export function DateSegments({ mark, half, onHalf, onPaste }: SegmentsProps) {
  const tell = useEffectEvent(onHalf);
  const typedHere = useRef(false);
  useLayoutEffect(() => tell(half), [half]);

  function paste(event: ClipboardEvent) {
    event.preventDefault();
    onPaste(event.clipboardData.getData('text').normalize('NFKC'));
  }

  /** The mark leads on to the next part, but not twice: a part that was full has led on by itself. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (/^\d$/.test(event.key)) typedHere.current = true;
    if (!/^[-/.:：]$/.test(event.key)) return;
    event.preventDefault();
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-type]:not([data-type="literal"])')];
    const here = parts.findIndex((part) => part.contains(document.activeElement));
    if (here === 0 || typedHere.current) parts[here + 1]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the parts inside are the controls
    <div
      className="flex h-full min-w-0 flex-1 items-center"
      onPasteCapture={paste}
      onKeyDownCapture={onKeyDown}
      onFocus={() => {
        typedHere.current = false;
      }}
    >
      <DateInput className="flex font-mono whitespace-nowrap">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="-mx-px rounded-[2px] px-px outline-none data-placeholder:text-ink-3 data-focused:bg-accent data-focused:text-on-accent data-[type=literal]:text-ink-3"
          >
            {({ text, type }) => (type === 'literal' ? between(text, mark) : text)}
          </DateSegment>
        )}
      </DateInput>
    </div>
  );
}

/** What a language puts between the parts, as it is written here: `, ` and the like part a day from a time. */
function between(text: string, mark: string): string {
  if (/[\s,]/.test(text)) return '\u00a0';
  if (text.includes(':')) return ':';
  return /\p{P}/u.test(text) ? mark : '';
}
