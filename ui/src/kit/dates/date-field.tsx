import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { DateField as AriaDateField, I18nProvider } from 'react-aria-components';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { useKitLanguage, useKitTexts } from '#kit/kit-texts.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import type { CalendarProps, DayRange } from './calendar.tsx';
import { parseDay, readDay } from './calendar-day.ts';
import { isHalfTyped, useHalfTyped } from './date-half-typed.ts';
import { DateSegments } from './date-segments.tsx';
import { dayOf, onDay, parseMoment, readMoment, toMoment } from './moment.ts';

const calendar = createLazyCode(async () => (await import('./calendar.tsx')).Calendar);

interface DateProps {
  /** an ISO date, with `time` an ISO time in UTC */
  value: string | null;
  /** asks for the time of day too */
  time?: boolean | undefined;
  onChange?: ((value: string | null) => void) | undefined;
  range?: DayRange | undefined;
  lock?: boolean | undefined;
}

export type DateFieldProps = FieldFrame & DateProps;

/** A day or a moment, year first in every language. A half-typed date stays in the field, while the value is null. */
export function DateField(props: DateFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...date } = props;
  const texts = useKitTexts();
  const language = useKitLanguage();
  const [isHalfTypedLeft, setHalfTypedLeft] = useState(false);
  const frame = { label, required, help, error, aside, tight, className };
  return (
    <Field {...frame} warning={isHalfTypedLeft ? texts.halfTyped : warning} group>
      <AriaProvider>
        {/* English as in Sweden is the one that writes ISO dates in every browser */}
        <I18nProvider locale={language.startsWith('zh') ? language : 'en-SE'}>
          <DateControl {...date} onHalfTypedLeft={setHalfTypedLeft} />
        </I18nProvider>
      </AriaProvider>
    </Field>
  );
}

function DateControl(props: DateProps & { onHalfTypedLeft: (isLeft: boolean) => void }) {
  const { value, time, onChange, range, lock, onHalfTypedLeft } = props;
  const texts = useKitTexts();
  const { field } = useFieldControl();
  const button = useRef<HTMLButtonElement>(null);
  const [isHalf, setHalf] = useState(false);
  const { fieldValue, setFieldValue, onHalfTypedChange } = useHalfTyped(value, (next) => onChange?.(next));
  const shown = useMemo(() => (time ? parseMoment(fieldValue) : parseDay(fieldValue)), [fieldValue, time]);
  const fixed = Boolean(lock || !onChange);

  function open(event: KeyboardEvent) {
    if (!event.altKey || event.key !== 'ArrowDown' || fixed) return;
    event.preventDefault();
    button.current?.click();
  }

  return (
    <div className="control" data-tone={field?.tone} data-locked={fixed || undefined} onKeyDownCapture={open}>
      <AriaDateField
        aria-labelledby={field?.labelId ?? ''}
        aria-describedby={field?.describedBy ?? ''}
        value={shown}
        onChange={(next) => setFieldValue(next && (time ? toMoment(next) : next.toString()))}
        onFocusChange={(isFocused) => onHalfTypedLeft(!isFocused && isHalf)}
        granularity={time ? 'minute' : 'day'}
        hourCycle={24}
        shouldForceLeadingZeros
        isReadOnly={fixed}
        isInvalid={field?.tone === 'bad'}
        isRequired={field?.required ?? false}
        validationBehavior="aria"
        className="h-full min-w-0 flex-1"
      >
        {({ state }) => (
          <DateSegments
            separator="-"
            isHalfTyped={isHalfTyped(state.segments)}
            onHalfTypedChange={(next) => {
              setHalf(next);
              if (!next) onHalfTypedLeft(false);
              onHalfTypedChange(next);
            }}
            onPaste={(text) => {
              const pasted = time ? readMoment(text) : readDay(text);
              if (pasted && !fixed) setFieldValue(pasted);
            }}
          />
        )}
      </AriaDateField>
      {fixed ? (
        <Icon name="lock" size={14} className="text-ink-3" />
      ) : (
        <Popover
          aria-label={texts.openCalendar}
          align="end"
          width={232}
          trigger={
            <button
              ref={button}
              type="button"
              aria-label={texts.openCalendar}
              onPointerEnter={() => void calendar.load()}
              onFocus={() => void calendar.load()}
              className="-mr-1 grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
            >
              <CalendarIcon />
            </button>
          }
        >
          {(close) => (
            <LazyCalendar
              onLoadError={close}
              aria-label={texts.openCalendar}
              value={time ? dayOf(fieldValue) : fieldValue}
              range={range}
              utc={time}
              onChange={(next) => {
                setFieldValue(time && next ? onDay(next, fieldValue) : next);
                close();
              }}
            />
          )}
        </Popover>
      )}
    </div>
  );
}

/** Loads the calendar when the popover opens, with an empty box of its height until then. */
function LazyCalendar({ onLoadError, ...props }: CalendarProps & { onLoadError: () => void }) {
  const Calendar = useLazyCode(calendar, true, onLoadError);
  return Calendar ? <Calendar {...props} /> : <div className="h-73" />;
}

const CalendarIcon = () => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: decoration of a button that has a name
  <svg
    width={16}
    height={16}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.35}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    className="block flex-none"
  >
    <path d="M2.5 3.8h11v9.4h-11zM2.5 6.7h11M5.4 2.3v2.6M10.6 2.3v2.6" />
  </svg>
);
