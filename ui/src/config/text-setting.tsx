import { useTexts } from '#i18n/i18n.ts';
import { TextField } from '#kit/text-field.tsx';
import { frameOf } from './setting-row.tsx';
import { type SettingName, useSetting } from './use-setting.ts';

interface Props {
  name: SettingName;
  inputMode: 'url' | 'email';
  /** What an empty one looks like when it is filled. */
  example?: string;
}

/** An address. */
export function TextSetting({ name, inputMode, example }: Props) {
  const { t } = useTexts();
  const setting = useSetting(name);
  const { value, set, lock } = setting;
  return (
    <TextField
      {...frameOf(setting)}
      name={name}
      inputMode={inputMode}
      autoComplete="off"
      placeholder={example ?? t('common.optional')}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      lock={lock}
    />
  );
}
