import { Time } from '@internationalized/date';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useMemo, useRef } from 'react';
import { TimeField as AriaTimeField } from 'react-aria-components';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { isHalfTyped, useHalfTyped } from './date-half-typed.ts';
import { DateSegments } from './date-segments.tsx';
import { hourTexts, minuteTexts, readTime } from './time-text.ts';

interface TimeInputProps {
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  /** HH:MM, from 00:00 to 23:59 */
  value: string | null;
  /** Gets null while the field is empty or half typed. */
  onChange: (value: string | null) => void;
  invalid?: boolean | undefined;
  /** Shown below the columns, as the duration that a closing time gives. */
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
  const { fieldValue, setFieldValue, onHalfTypedChange } = useHalfTyped(value, onChange);
  const time = useMemo(() => parseTime(fieldValue), [fieldValue]);

  function open(event: KeyboardEvent) {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    button.current?.click();
  }

  return (
    <AriaProvider>
      <div className="control control-sm gap-1" data-tone={invalid ? 'bad' : undefined} onKeyDownCapture={open}>
        <AriaTimeField
          aria-label={aria['aria-label']}
          aria-describedby={aria['aria-describedby'] ?? ''}
          value={time}
          onChange={(next) => setFieldValue(next?.toString().slice(0, 5) ?? null)}
          hourCycle={24}
          granularity="minute"
          shouldForceLeadingZeros
          isInvalid={invalid ?? false}
          validationBehavior="aria"
          className="h-full min-w-0 flex-1"
        >
          {({ state }) => (
            <DateSegments
              separator=":"
              isHalfTyped={isHalfTyped(state.segments)}
              onHalfTypedChange={onHalfTypedChange}
              onPaste={(text) => {
                const pasted = readTime(text);
                if (pasted) setFieldValue(pasted);
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
          {(close) => <TimeColumns value={fieldValue} onChange={setFieldValue} onDone={close} hint={hint} />}
        </Popover>
      </div>
    </AriaProvider>
  );
}

interface ColumnsProps {
  value: string | null;
  onChange: (value: string) => void;
  onDone: () => void;
  hint?: ReactNode;
}

/** A column of hours beside one of minutes. A choice applies at once; Enter closes the popover. */
function TimeColumns({ value, onChange, onDone, hint }: ColumnsProps) {
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

interface ColumnProps {
  'aria-label': string;
  options: readonly string[];
  value: string | undefined;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  columnRef: Ref<HTMLDivElement>;
}

/** One column of a time: the arrow keys set the value, as they do in the field. */
function TimeColumn({ options, value, onChange, onKeyDown, columnRef, ...aria }: ColumnProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selectedIndex = value === undefined ? -1 : options.indexOf(value);

  useEffect(() => {
    const option = list.current?.children[Math.max(selectedIndex, 0)];
    if (!(option instanceof HTMLElement) || !list.current?.parentElement) return;
    // scrollIntoView would scroll the page as well.
    list.current.parentElement.scrollTop = option.offsetTop - list.current.offsetTop - 56;
  }, [selectedIndex]);

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: selectedIndex - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[event.key];
    if (step === undefined) return onKeyDown(event);
    event.preventDefault();
    // The column wraps around, as the field does.
    const next = options.at(step % options.length);
    if (next !== undefined) onChange(next);
  }

  return (
    <div
      {...aria}
      ref={columnRef}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={selectedIndex < 0 ? undefined : `${id}-${value}`}
      onKeyDown={move}
      className="h-44 overflow-y-auto p-1 outline-none not-first:border-l not-first:border-line focus-visible:inset-ring-2 focus-visible:inset-ring-focus"
    >
      <div ref={list} role="presentation">
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
          <div
            key={option}
            id={`${id}-${option}`}
            role="option"
            aria-selected={option === value}
            onClick={() => onChange(option)}
            className={cx(
              'grid h-7 cursor-default place-items-center rounded-sm font-mono',
              option === value ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-active',
            )}
          >
            {option}
          </div>
        ))}
      </div>
    </div>
  );
}
