import { enums } from '#api/facts.gen.ts';
import { useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { RecordDateTimeField } from '#fields/record-date-time-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { AmountField } from './amount-field.tsx';
import { SourceField } from './source-field.tsx';
import { UnitField } from './unit-field.tsx';
import { useRateBefore } from './use-rate-before.ts';

/** Posted by the unit most are posted by, now. */
export const start = () => ({ unit: 1, quotedAt: `${new Date().toISOString().slice(0, 16)}:00.000Z` });

export function Fields() {
  const { t } = useTexts();
  const { base, quote, unit } = useForm().values;
  const before = useRateBefore();
  return (
    <>
      <FormSection title="form.basics">
        <RecordSelectField name="base" options={enums.Currency} className="col-span-6" />
        <RecordSelectField name="quote" options={enums.Currency} className="col-span-6" />
        <SourceField className="col-span-6" />
        <RecordDateTimeField name="quotedAt" className="col-span-6" />
        <UnitField className="col-span-6" />
      </FormSection>
      <FormSection title="form.amounts" note={base && quote ? t('rate.per', { unit, base, quote }) : undefined}>
        <AmountField name="buy" before={before} />
        <AmountField name="sell" before={before} />
        <AmountField name="cashBuy" before={before} />
        <AmountField name="cashSell" before={before} />
        <AmountField name="middle" before={before} />
      </FormSection>
    </>
  );
}
