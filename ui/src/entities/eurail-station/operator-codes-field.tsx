import { useRef } from 'react';
import { FieldLabel, useField, useFormState, useSetValue } from '#crud/form/form-fields.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { ListError } from '#kit/fields/field.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { type OperatorCode, operatorCodesOf, repeated } from './operator-codes.ts';

const name = 'operatorCodes';

/** A list of the operators' codes for the station. */
export function OperatorCodesField() {
  const { t } = useTexts();
  const errors = useFormState((form) => form.errors);
  const { value, set } = useField(name);
  const section = useRef<HTMLElement>(null);
  const rows = operatorCodesOf(value);
  const again = repeated(rows);
  const listError = errors.find(({ pointer }) => pointer === `/${name}`);
  const adder = () => section.current?.querySelector<HTMLElement>('[data-add]');

  function remove(index: number): void {
    set(rows.toSpliced(index, 1));
    adder()?.focus();
  }
  return (
    <section ref={section} aria-label={pointerLabel(`/${name}`)} className="col-span-12 border-t border-line pt-3">
      <header className="mb-1 flex min-h-7 items-center">
        <h3 className="font-semibold">{pointerLabel(`/${name}`)}</h3>
        <Button
          data-add
          variant="ghost"
          size="sm"
          icon="plus"
          className="-mr-2 ml-auto"
          onClick={() => set([...rows, { operator: '', code: '' }])}
        >
          {t('station.addCode')}
        </Button>
      </header>
      {rows.length === 0 && <p className="text-ink-3">{t('station.noCodes')}</p>}
      <ul className="flex flex-col">
        {rows.map((row, index) => (
          <OperatorCodeRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its index
            key={index}
            at={`${name}/${index}`}
            row={row}
            first={index === 0}
            again={again.includes(index)}
            fresh={index === rows.length - 1 && row.operator === '' && row.code === ''}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      {listError && <ListError>{listError.message}</ListError>}
    </section>
  );
}

interface Props {
  /** The row's field name: `operatorCodes/0`. */
  at: string;
  row: OperatorCode;
  /** Whether the row shows the column labels; in other rows only screen readers get them. */
  first: boolean;
  /** Whether the row repeats an earlier one. */
  again: boolean;
  /** Whether the row was just added and takes the focus. */
  fresh: boolean;
  onRemove: () => void;
}

/** A row with an operator and its code for the station. */
function OperatorCodeRow({ at, row, first, again, fresh, onRemove }: Props) {
  const { t } = useTexts();
  const change = useSetValue();
  const operator = useField(`${at}/operator`);
  const code = useField(`${at}/code`);
  const className = first ? undefined : '[&_label]:sr-only';
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_28px] items-start gap-x-2">
      <TextField
        label={<FieldLabel pointer={`/${at}/operator`} text={t('field.operator')} />}
        value={row.operator}
        // a cleared cell stays an empty text, so that the row keeps its two members
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
