import { enums, type Schemas } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';
import { FieldLabel, useField, useFormState, useFormValue } from '#crud/form/form-fields.tsx';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { pointerLabel, scalarText } from '#crud/text/value-text.ts';
import { FormSection } from '#fields/form-section.tsx';
import { RecordDecimalField } from '#fields/record-decimal-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DateField } from '#kit/dates/date-field.tsx';
import { isHalfTyped } from '#kit/dates/half-typed.ts';
import { Field } from '#kit/fields/field.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { api } from '#session/session.ts';
import { type AmountName, type EarlierRate, jumpOf, percentText, textOf } from './rate.ts';

/** The initial values of a new rate: the usual unit and the current time. */
export const initialValues = () => ({ unit: 1, quotedAt: `${serverDate().toISOString().slice(0, 16)}:00.000Z` });

export function Fields() {
  const { t } = useTexts();
  const base = textOf(useFormValue('base'));
  const quote = textOf(useFormValue('quote'));
  const unit = useFormValue('unit');
  const earlierRates = useEarlierRates();
  return (
    <>
      <FormSection title="form.basics">
        <RecordSelectField name="base" options={enums.Currency} className="col-span-6" />
        <RecordSelectField name="quote" options={enums.Currency} className="col-span-6" />
        <SourceField className="col-span-6" />
        <RecordDateTimeField name="quotedAt" className="col-span-6" />
        <UnitField className="col-span-6" />
      </FormSection>
      <FormSection
        title="form.amounts"
        note={base && quote ? t('rate.per', { unit: String(unit), base, quote }) : undefined}
      >
        <AmountField name="buy" earlierRates={earlierRates} />
        <AmountField name="sell" earlierRates={earlierRates} />
        <AmountField name="cashBuy" earlierRates={earlierRates} />
        <AmountField name="cashSell" earlierRates={earlierRates} />
        <AmountField name="middle" earlierRates={earlierRates} />
      </FormSection>
    </>
  );
}

interface Props {
  name: AmountName;
  earlierRates: readonly EarlierRate[];
}

/** A field for an amount in the quote currency, with a warning after a large change. */
function AmountField({ name, earlierRates }: Props) {
  const { t } = useTexts();
  const quote = useFormValue('quote');
  const unit = useFormValue('unit');
  const amount = useFormValue(name);
  const jump = jumpOf(name, amount, unit, earlierRates);
  return (
    <RecordDecimalField
      name={name}
      adornment={textOf(quote) ?? ''}
      warning={jump ? t('rate.jump', { previous: jump.previous, change: percentText(jump.change) }) : undefined}
      className="col-span-6"
    />
  );
}

type Currency = Schemas['Currency'];

const isCurrency = (value: unknown): value is Currency => enums.Currency.some((code) => code === value);

/** As many earlier rates are searched for an amount that the last one does not have. */
const MAX_EARLIER_RATES = 20;

/** Loads the last active rates of the form's currency pair and source before its time, newest first. */
function useEarlierRates(): readonly EarlierRate[] {
  const base = useFormValue('base');
  const quote = useFormValue('quote');
  const quotedAt = useFormValue('quotedAt');
  const source = textOf(useFormValue('source'))?.trim();
  const ownId = useFormState(({ record }) => record?.id);
  const time = textOf(quotedAt);
  const query =
    isCurrency(base) && isCurrency(quote) && source && time && !isHalfTyped(time)
      ? { base: [base], quote: [quote], source, quotedAt: `..${time}` }
      : null;
  const rates = useOptionalQuery(
    query && ['rates before', query, ownId],
    async () => {
      if (!query) return undefined;
      const { data } = await api.GET('/api/v1/rate-board', {
        params: {
          query: { ...query, view: 'all', status: ['active'], sort: ['-quotedAt'], pageSize: MAX_EARLIER_RATES },
        },
      });
      // the rate itself is among them if it is moved to a later time
      return data.items.filter(({ id }) => id !== ownId);
    },
    250,
  );
  return rates ?? [];
}

/** A field for the amount of the base currency that the rates refer to. */
function UnitField({ className }: { className?: string }) {
  useTexts();
  const { value, set, error, required, aside, lock } = useField('unit');
  const label = pointerLabel('/unit');
  return (
    <Field
      label={<FieldLabel pointer="/unit" text={label} />}
      aside={aside}
      required={required}
      error={error}
      group
      className={className}
    >
      <Segmented
        aria-label={label}
        value={value === 100 ? 100 : value === 1 ? 1 : 0}
        onChange={set}
        options={[1, 100].map((unit) => ({ value: unit, label: scalarText('unit', unit) }))}
        size="md"
        lock={lock}
        fill
      />
    </Field>
  );
}

const MAX_SUGGESTED_SOURCES = 3;

/** A field for the source of the rate: free text with existing sources as suggestions. */
function SourceField({ className }: { className?: string }) {
  const { t } = useTexts();
  const { value, set, error, required, aside, lock } = useField('source');
  const knownSources = useOptionalQuery(['sources of rates'], async () => {
    const { data } = await api.GET('/api/v1/rate-board', { params: { query: { pageSize: 100 } } });
    return [...new Set(data.items.map(({ source }) => source))].sort();
  });
  const others = (lock ? [] : (knownSources ?? []))
    .filter((source) => source !== value)
    .slice(0, MAX_SUGGESTED_SOURCES);
  return (
    <TextField
      name="source"
      label={<FieldLabel pointer="/source" />}
      aside={aside}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      lock={lock}
      error={error}
      required={required}
      help={
        others.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {t('rate.sources')}
            {others.map((source) => (
              <LinkButton key={source} onClick={() => set(source)}>
                {source}
              </LinkButton>
            ))}
          </span>
        )
      }
      className={className}
    />
  );
}

/** A field for a time in UTC, with the local time below. */
function RecordDateTimeField({ name, className }: { name: string; className?: string }) {
  const { t } = useTexts();
  const { value, set, error, required, lock } = useField(name);
  const moment = typeof value === 'string' ? value : null;
  const known = moment !== null && !isHalfTyped(moment) && !Number.isNaN(Date.parse(moment));
  return (
    <DateField
      label={<FieldLabel pointer={`/${name}`} />}
      time
      value={moment}
      onChange={set}
      lock={lock}
      error={error}
      required={required}
      aside={<span className="font-mono text-2xs">UTC</span>}
      help={known ? t('form.localTime', { time: shortTime(moment) }) : undefined}
      className={className}
    />
  );
}
