import { Time } from '@internationalized/date';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { TimeField as AriaTimeField } from 'react-aria-components';
import { Aria } from './aria.tsx';
import { isHalfTyped, useHalfTyped } from './date-half-typed.ts';
import { DateSegments } from './date-segments.tsx';
import { Icon } from './icon.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { Popover } from './popover.tsx';
import { TimeColumns } from './time-field-columns.tsx';
import { readTime } from './time-text.ts';

interface TimeInputProps {
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  /** HH:MM, from 00:00 to 23:59 */
  value: string | null;
  /** null while nothing or half of it stands there */
  onChange: (value: string | null) => void;
  invalid?: boolean | undefined;
  /** below the columns: what the time comes to */
  hint?: ReactNode;
}

function parseTime(text: string | null): Time | null {
  const [hour, minute] = text === null ? [] : (readTime(text)?.split(':') ?? []);
  return hour === undefined ? null : new Time(Number(hour), Number(minute));
}

/** A time of day on 24 hours: typed, stepped by the arrow keys, or chosen from columns. */
export function TimeInput({ value, onChange, invalid, hint, ...aria }: TimeInputProps) {
  const texts = useKitTexts();
  const button = useRef<HTMLButtonElement>(null);
  const { held, take, turn } = useHalfTyped(value, onChange);
  const time = useMemo(() => parseTime(held), [held]);

  function open(event: KeyboardEvent) {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    button.current?.click();
  }

  return (
    <Aria>
      <div className="control control-sm gap-1" data-tone={invalid ? 'bad' : undefined} onKeyDownCapture={open}>
        <AriaTimeField
          aria-label={aria['aria-label']}
          aria-describedby={aria['aria-describedby'] ?? ''}
          value={time}
          onChange={(next) => take(next?.toString().slice(0, 5) ?? null)}
          hourCycle={24}
          granularity="minute"
          shouldForceLeadingZeros
          isInvalid={invalid ?? false}
          validationBehavior="aria"
          className="h-full min-w-0 flex-1"
        >
          {({ state }) => (
            <DateSegments
              mark=":"
              half={isHalfTyped(state.segments)}
              onHalf={turn}
              onPaste={(text) => {
                const pasted = readTime(text);
                if (pasted) take(pasted);
              }}
            />
          )}
        </AriaTimeField>
        <Popover
          aria-label={texts.chooseTime}
          width={188}
          className="-ml-[65px] overflow-hidden"
          trigger={
            <button
              ref={button}
              type="button"
              aria-label={`${aria['aria-label']} ${texts.chooseTime}`}
              className="-mr-1 grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
            >
              <Icon name="clock" size={14} />
            </button>
          }
        >
          {(close) => <TimeColumns value={held} onChange={take} onDone={close} hint={hint} />}
        </Popover>
      </div>
    </Aria>
  );
}
