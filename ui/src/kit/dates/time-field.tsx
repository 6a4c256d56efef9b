import { Time } from '@internationalized/date';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useMemo, useRef } from 'react';
import { useLocale } from 'react-aria/I18nProvider';
import { useTimeField } from 'react-aria/useTimeField';
import { type TimeValue, useTimeFieldState } from 'react-stately/useTimeFieldState';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { DateSegments, type SegmentsProps } from './date-segments.tsx';
import { useHalfTyped } from './half-typed.ts';
import { HOUR_OPTIONS, minuteOptions, parseTimeText } from './time-text.ts';

interface TimeInputProps {
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  /** HH:MM, from 00:00 to 23:59 */
  value: string | null;
  /** called with null while the field is empty or half typed */
  onChange: (value: string | null) => void;
  invalid?: boolean | undefined;
  /** shown below the columns, such as the resulting duration */
  hint?: ReactNode;
}

function parseTime(text: string | null): Time | null {
  const [hour, minute] = text === null ? [] : (parseTimeText(text)?.split(':') ?? []);
  return hour === undefined ? null : new Time(Number(hour), Number(minute));
}

/** A field for a time on the 24-hour clock, which can be typed, stepped by the arrow keys, or chosen from columns. */
export function TimeInput({ value, onChange, invalid, hint, ...aria }: TimeInputProps) {
  const texts = useKitTexts();
  const openButton = useRef<HTMLButtonElement>(null);
  const { fieldState, setFieldValue, onHalfTypedChange } = useHalfTyped(value, onChange);
  const time = useMemo(() => parseTime(fieldState.value), [fieldState]);

  function openByKey(event: KeyboardEvent) {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    openButton.current?.click();
  }

  return (
    <AriaProvider>
      <div className="control control-sm gap-1" data-tone={invalid ? 'bad' : undefined} onKeyDownCapture={openByKey}>
        <TimeParts
          {...aria}
          value={time}
          onChange={(next) => setFieldValue(next?.toString().slice(0, 5) ?? null)}
          isInvalid={invalid ?? false}
          onHalfTypedChange={(partialText) => onHalfTypedChange(partialText !== null)}
          onPaste={(text) => {
            const pasted = parseTimeText(text);
            if (pasted) setFieldValue(pasted);
          }}
        />
        <Popover
          aria-label={texts.chooseTime}
          width={188}
          className="-ml-[65px] overflow-hidden"
          trigger={
            <button
              ref={openButton}
              type="button"
              aria-label={`${aria['aria-label']} ${texts.chooseTime}`}
              className="-mr-1 grid size-6 flex-none pointer-coarse:-mr-2.5 pointer-coarse:size-10 place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
            >
              <Icon name="clock" size={14} />
            </button>
          }
        >
          {(close) => <TimeColumns value={fieldState.value} onChange={setFieldValue} onDone={close} hint={hint} />}
        </Popover>
      </div>
    </AriaProvider>
  );
}

interface TimePartsProps extends Pick<SegmentsProps, 'onHalfTypedChange' | 'onPaste'> {
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  value: Time | null;
  onChange: (value: TimeValue | null) => void;
  isInvalid: boolean;
}

function TimeParts({ onHalfTypedChange, onPaste, ...options }: TimePartsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const timeOptions = {
    ...options,
    'aria-describedby': options['aria-describedby'] ?? '',
    hourCycle: 24 as const,
    granularity: 'minute' as const,
    shouldForceLeadingZeros: true,
    validationBehavior: 'aria' as const,
  };
  const state = useTimeFieldState({ ...timeOptions, locale: useLocale().locale });
  const { fieldProps } = useTimeField(timeOptions, state, ref);
  return (
    <DateSegments
      state={state}
      fieldProps={fieldProps}
      fieldRef={ref}
      separator=":"
      onHalfTypedChange={onHalfTypedChange}
      onPaste={onPaste}
    />
  );
}

interface TimeColumnsProps {
  value: string | null;
  onChange: (value: string) => void;
  onDone: () => void;
  hint?: ReactNode;
}

/** A column of hours beside one of minutes. A choice applies at once; Enter closes the popover. */
function TimeColumns({ value, onChange, onDone, hint }: TimeColumnsProps) {
  const texts = useKitTexts();
  const hoursRef = useRef<HTMLDivElement>(null);
  const minutesRef = useRef<HTMLDivElement>(null);
  const [hour, minute] = value?.split(':') ?? [];
  useEffect(() => hoursRef.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') onDone();
    else if (event.key === 'ArrowRight' || event.key === ':' || event.key === '：') minutesRef.current?.focus();
    else if (event.key === 'ArrowLeft') hoursRef.current?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="grid grid-cols-2">
        <TimeColumn
          aria-label={texts.hours}
          columnRef={hoursRef}
          options={HOUR_OPTIONS}
          value={hour}
          onChange={(next) => onChange(`${next}:${minute ?? '00'}`)}
          onKeyDown={onKeyDown}
        />
        <TimeColumn
          aria-label={texts.minutes}
          columnRef={minutesRef}
          options={minuteOptions(minute)}
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

interface TimeColumnProps {
  'aria-label': string;
  options: readonly string[];
  value: string | undefined;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  columnRef: Ref<HTMLDivElement>;
}

/** A list of hours or minutes; the arrow keys set the value at once, as in the field. */
function TimeColumn({ options, value, onChange, onKeyDown, columnRef, ...aria }: TimeColumnProps) {
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const selectedIndex = value === undefined ? -1 : options.indexOf(value);

  useEffect(() => {
    const option = listRef.current?.children[Math.max(selectedIndex, 0)];
    if (!(option instanceof HTMLElement) || !listRef.current?.parentElement) return;
    // scrollIntoView would also scroll the page
    listRef.current.parentElement.scrollTop = option.offsetTop - listRef.current.offsetTop - 56;
  }, [selectedIndex]);

  function onColumnKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: Math.max(selectedIndex, 0) - 1,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    if (target === undefined) return onKeyDown(event);
    event.preventDefault();
    // wraps around, as the field does
    const next = options.at(target % options.length);
    if (next !== undefined) onChange(next);
  }

  return (
    <div
      {...aria}
      ref={columnRef}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={selectedIndex < 0 ? undefined : `${id}-${value}`}
      onKeyDown={onColumnKeyDown}
      className="h-44 overflow-y-auto p-1 outline-none not-first:border-l not-first:border-line focus-visible:inset-ring-2 focus-visible:inset-ring-focus"
    >
      <div ref={listRef} role="presentation">
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and refers to its active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
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
