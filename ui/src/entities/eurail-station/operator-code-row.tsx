import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField, useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { OperatorCode } from './operator-codes.ts';

interface Props {
  /** its place in the record: `operatorCodes/0` */
  at: string;
  row: OperatorCode;
  /** Its labels head the columns; further rows say them to screen readers only. */
  first: boolean;
  /** It says what a row above says already. */
  again: boolean;
  /** It was just added, and waits to be written in. */
  fresh: boolean;
  onRemove: () => void;
}

/** An operator, and its code of the station. */
export function OperatorCodeRow({ at, row, first, again, fresh, onRemove }: Props) {
  const { t } = useTexts();
  const { change } = useForm();
  const operator = useField(`${at}/operator`);
  const code = useField(`${at}/code`);
  const className = first ? undefined : '[&_label]:sr-only';
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_28px] items-start gap-x-2">
      <TextField
        label={<FieldLabel pointer={`/${at}/operator`} text={t('field.operator')} />}
        value={row.operator}
        // an emptied cell stays a text, so that the row can be told from others
        onChange={(text) => change(`/${at}/operator`, text)}
        error={operator.error}
        upper
        autoFocus={fresh}
        className={className}
      />
      <TextField
        label={<FieldLabel pointer={`/${at}/code`} text={t('field.code')} />}
        value={row.code}
        onChange={(text) => change(`/${at}/code`, text)}
        error={code.error}
        warning={again ? t('station.repeated') : undefined}
        mono
        className={className}
      />
      <IconButton
        icon="trash"
        aria-label={`${t('common.remove')} ${row.operator} ${row.code}`.trim()}
        className={first ? 'mt-[22px]' : 'mt-1.5'}
        onClick={onRemove}
      />
    </li>
  );
}
