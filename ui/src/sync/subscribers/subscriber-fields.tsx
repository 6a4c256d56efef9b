import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { SwitchField } from '#kit/switch.tsx';
import { TextField } from '#kit/text-field.tsx';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What a subscriber is called and where it listens. */
export function AddressFields() {
  const { t } = useTexts();
  const name = useField('name');
  const url = useField('url');
  return (
    <>
      <TextField
        name="name"
        mono
        label={<FieldLabel pointer="/name" />}
        required
        value={text(name.value)}
        onChange={name.set}
        lock={name.lock}
        error={name.error}
        help={t('subscriber.nameHelp')}
        autoComplete="off"
      />
      <TextField
        name="url"
        type="url"
        mono
        label={<FieldLabel pointer="/url" />}
        required
        value={text(url.value)}
        onChange={url.set}
        lock={url.lock}
        error={url.error}
        help={t('subscriber.urlHelp')}
        autoComplete="off"
      />
    </>
  );
}

/** Whether a subscriber is sent anything. */
export function ActiveField() {
  const { t } = useTexts();
  const { value, set, lock, error } = useField('active');
  const on = value === true;
  return (
    <SwitchField
      label={<FieldLabel pointer="/active" />}
      checked={on}
      onChange={set}
      lock={lock}
      error={error}
      text={t(on ? 'subscriber.on' : 'subscriber.off')}
      help={t('subscriber.activeHelp')}
    />
  );
}
