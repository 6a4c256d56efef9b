import { GregorianCalendar } from '@internationalized/date';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { I18nProvider, useLocale } from 'react-aria/I18nProvider';
import { useDateField } from 'react-aria/useDateField';
import { type DateValue, useDateFieldState } from 'react-stately/useDateFieldState';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Field, type FieldFrame } from '#kit/fields/field.tsx';
import { useFieldControl } from '#kit/fields/field-context.ts';
import { useKitLanguage, useKitTexts } from '#kit/kit-texts.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import type { CalendarProps, DayRange } from './calendar.tsx';
import { parseDay, parseDayText } from './calendar-day.ts';
import { DateSegments, type SegmentsProps } from './date-segments.tsx';
import { isHalfTyped, useHalfTyped } from './half-typed.ts';
import { calendarCode, LazyCalendar } from './lazy-calendar.tsx';
import { parseMoment, parseMomentText, replaceDay, toDay, toMoment } from './moment.ts';

interface DateControlProps extends Pick<CalendarProps, 'min' | 'timeZone'> {
  /** an ISO date; if `time` is set, an ISO date and time in UTC */
  value: string | null;
  /** asks for the time of day too */
  time?: boolean | undefined;
  /** called with the parts that are typed as long as others are missing, for which `isHalfTyped` holds */
  onChange?: ((value: string | null) => void) | undefined;
  range?: DayRange | undefined;
  lock?: boolean | undefined;
  /** takes the focus when the field appears, for one that is loaded after its dialog has opened */
  autoFocus?: boolean | undefined;
}

export type DateFieldProps = FieldFrame & DateControlProps;

/** A date, or a date and time, with the year first in every language. A half-typed date stays visible, and its value is no valid date. */
export function DateField(props: DateFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...controlProps } = props;
  const texts = useKitTexts();
  const language = useKitLanguage();
  const [isFocused, setIsFocused] = useState(false);
  const incomplete = isHalfTyped(props.value) && texts.halfTyped;
  const frame = { label, required, help, aside, tight, className };
  return (
    <Field {...frame} error={error && (incomplete || error)} warning={(!isFocused && incomplete) || warning} group>
      <AriaProvider>
        {/* en-SE is the English locale with ISO dates in every browser */}
        <I18nProvider locale={language.startsWith('zh') ? language : 'en-SE'}>
          <DateControl {...controlProps} onFocusChange={setIsFocused} />
        </I18nProvider>
      </AriaProvider>
    </Field>
  );
}

function DateControl(props: DateControlProps & Pick<DatePartsProps, 'onFocusChange'>) {
  const { value, time, onChange, range, min, lock, timeZone = time ? 'UTC' : undefined, autoFocus } = props;
  const texts = useKitTexts();
  const { field } = useFieldControl();
  const openButton = useRef<HTMLButtonElement>(null);
  const { fieldState, setFieldValue, onHalfTypedChange } = useHalfTyped(value, (next) => onChange?.(next));
  const fieldValue = fieldState.value;
  const visibleValue = useMemo(
    () => (time ? parseMoment(fieldState.value) : parseDay(fieldState.value)),
    [fieldState, time],
  );
  const isReadOnly = Boolean(lock || !onChange);

  function openByKey(event: KeyboardEvent) {
    if (!event.altKey || event.key !== 'ArrowDown' || isReadOnly) return;
    event.preventDefault();
    openButton.current?.click();
  }

  return (
    <div className="control" data-tone={field?.tone} data-locked={isReadOnly || undefined} onKeyDownCapture={openByKey}>
      <DateParts
        value={visibleValue}
        onChange={(next) => setFieldValue(next && (time ? toMoment(next) : next.toString()))}
        onFocusChange={props.onFocusChange}
        granularity={time ? 'minute' : 'day'}
        isReadOnly={isReadOnly}
        autoFocus={autoFocus ?? false}
        onHalfTypedChange={(partialText) => onHalfTypedChange(partialText !== null, partialText)}
        onPaste={(text) => {
          const pasted = time ? parseMomentText(text) : parseDayText(text);
          if (pasted && !isReadOnly) setFieldValue(pasted);
        }}
      />
      {isReadOnly ? (
        <Icon name="lock" size={14} className="text-ink-3" />
      ) : (
        <Popover
          aria-label={texts.openCalendar}
          align="end"
          width={232}
          className="pointer-coarse:w-75! pointer-coarse:[--anchor-max-height:none]"
          trigger={
            <button
              ref={openButton}
              type="button"
              aria-label={texts.openCalendar}
              onPointerEnter={() => void calendarCode.load()}
              onFocus={() => void calendarCode.load()}
              className="-mr-1 grid size-6 flex-none pointer-coarse:-mr-2.5 pointer-coarse:size-10 place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
            >
              <CalendarIcon />
            </button>
          }
        >
          {(close) => (
            <LazyCalendar
              onLoadError={close}
              aria-label={texts.openCalendar}
              value={time ? toDay(fieldValue) : fieldValue}
              range={range}
              min={min}
              timeZone={timeZone}
              onChange={(next) => {
                setFieldValue(time && next ? replaceDay(next, fieldValue) : next);
                close();
              }}
            />
          )}
        </Popover>
      )}
    </div>
  );
}

interface DatePartsProps extends Pick<SegmentsProps, 'onHalfTypedChange' | 'onPaste'> {
  value: DateValue | null;
  onChange: (value: DateValue | null) => void;
  onFocusChange: (isFocused: boolean) => void;
  granularity: 'day' | 'minute';
  isReadOnly: boolean;
  autoFocus: boolean;
}

function DateParts({ onHalfTypedChange, onPaste, ...options }: DatePartsProps) {
  const { field } = useFieldControl();
  const ref = useRef<HTMLDivElement>(null);
  const dateOptions = {
    ...options,
    'aria-labelledby': field?.labelId ?? '',
    'aria-describedby': field?.describedBy ?? '',
    hourCycle: 24 as const,
    shouldForceLeadingZeros: true,
    isInvalid: field?.tone === 'bad',
    isRequired: field?.required ?? false,
    validationBehavior: 'aria' as const,
  };
  const state = useDateFieldState({ ...dateOptions, locale: useLocale().locale, createCalendar });
  const { fieldProps } = useDateField(dateOptions, state, ref);
  return (
    <DateSegments
      state={state}
      fieldProps={fieldProps}
      fieldRef={ref}
      separator="-"
      onHalfTypedChange={onHalfTypedChange}
      onPaste={onPaste}
    />
  );
}

const createCalendar = () => new GregorianCalendar();

const CalendarIcon = () => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: decorative, because the button has a label
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
