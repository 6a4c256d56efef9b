import { ruleText } from '#api/texts.ts';
import { FieldLabel, useField, useFormValue } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { TextField } from '#kit/fields/text-field.tsx';
import { isOtherPrefix } from './uic.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Fields for the UIC number and the code, which is derived from the number if there is one. */
export function CodeFields() {
  const { t, language } = useTexts();
  const country = useFormValue('country');
  const uic = useField('uicCode');
  const code = useField('code');
  const number = textOf(uic.value);
  const derived = number !== '';
  return (
    <>
      <TextField
        name="uicCode"
        label={<FieldLabel pointer="/uicCode" />}
        value={number}
        onChange={uic.set}
        error={uic.error}
        warning={isOtherPrefix(number, country) ? ruleText('uicPrefix', language) : undefined}
        help={uic.hint}
        aside={uic.aside}
        lock={uic.lock}
        mono
        inputMode="numeric"
        className="col-span-4"
      />
      <TextField
        name="code"
        label={<FieldLabel pointer="/code" />}
        value={derived ? number : textOf(code.value)}
        onChange={code.set}
        error={code.error}
        help={derived ? undefined : code.hint}
        aside={derived ? t('station.fromUic') : code.aside}
        lock={derived || code.lock}
        mono
        upper
        className="col-span-4"
      />
    </>
  );
}
