import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Kbd } from './kbd.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { TimeColumn } from './time-field-column.tsx';
import { hourTexts, minuteTexts } from './time-text.ts';

interface ColumnsProps {
  value: string | null;
  onChange: (value: string) => void;
  onDone: () => void;
  hint?: ReactNode;
}

/** Hours beside minutes; what is chosen holds at once, Enter is done with it. */
export function TimeColumns({ value, onChange, onDone, hint }: ColumnsProps) {
  const texts = useKitTexts();
  const hours = useRef<HTMLDivElement>(null);
  const minutes = useRef<HTMLDivElement>(null);
  const [hour, minute] = value?.split(':') ?? [];
  useEffect(() => hours.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') onDone();
    else if (event.key === 'ArrowRight' || event.key === ':' || event.key === '：') minutes.current?.focus();
    else if (event.key === 'ArrowLeft') hours.current?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="grid grid-cols-2">
        <TimeColumn
          aria-label={texts.hours}
          columnRef={hours}
          options={hourTexts}
          value={hour}
          onChange={(next) => onChange(`${next}:${minute ?? '00'}`)}
          onKeyDown={onKeyDown}
        />
        <TimeColumn
          aria-label={texts.minutes}
          columnRef={minutes}
          options={minuteTexts(minute)}
          value={minute}
          onChange={(next) => onChange(`${hour ?? '00'}:${next}`)}
          onKeyDown={onKeyDown}
        />
      </div>
      {hint && (
        <div className="flex min-h-7.5 items-center justify-between gap-1.5 border-t border-line px-3 py-1 text-xs text-ink-2">
          {hint}
          <Kbd>↵</Kbd>
        </div>
      )}
    </>
  );
}
