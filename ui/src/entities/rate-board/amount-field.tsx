import { useForm } from '#crud/record/form-context.ts';
import { RecordDecimalField } from '#fields/record-decimal-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { type Amount, type Before, jumpOf, percentText, textOf } from './rate.ts';

interface Props {
  name: Amount;
  before: Before | null;
}

/** One amount in the quoted currency; far from the one before it is doubted, not refused. */
export function AmountField({ name, before }: Props) {
  const { t } = useTexts();
  const { quote, unit, [name]: amount } = useForm().values;
  const jump = jumpOf(name, amount, unit, before);
  return (
    <RecordDecimalField
      name={name}
      adornment={textOf(quote) ?? ''}
      warning={jump ? t('rate.jump', { previous: jump.previous, change: percentText(jump.change) }) : undefined}
      className="col-span-6"
    />
  );
}
