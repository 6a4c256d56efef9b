import { useRef } from 'react';
import { useField, useForm } from '#crud/record/form-context.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { OperatorCodeRow } from './operator-code-row.tsx';
import { operatorCodesOf, repeated } from './operator-codes.ts';

const name = 'operatorCodes';

/** What the station's operators call it, a row each. */
export function OperatorCodesField() {
  const { t } = useTexts();
  const { errors } = useForm();
  const { value, set } = useField(name);
  const section = useRef<HTMLElement>(null);
  const rows = operatorCodesOf(value);
  const again = repeated(rows);
  const all = errors.find(({ pointer }) => pointer === `/${name}`);
  const adder = () => section.current?.querySelector<HTMLElement>('[data-add]');

  function remove(index: number): void {
    set(rows.toSpliced(index, 1));
    adder()?.focus();
  }
  return (
    <section ref={section} aria-label={pointerText(`/${name}`)} className="col-span-12 border-t border-line pt-3">
      <header className="mb-1 flex min-h-7 items-center">
        <h3 className="font-semibold">{pointerText(`/${name}`)}</h3>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
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
      {all && <p className="text-xs text-bad-ink">{all.message}</p>}
    </section>
  );
}
