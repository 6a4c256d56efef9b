import { useTexts } from '#i18n/i18n.ts';
import { SwitchField } from '#kit/switch.tsx';
import { frameOf } from './setting-row.tsx';
import { type SettingName, useSetting } from './use-setting.ts';

/** On or off. */
export function SwitchSetting({ name }: { name: SettingName }) {
  const { t } = useTexts();
  const setting = useSetting(name);
  const { value, set, lock } = setting;
  return (
    <SwitchField
      {...frameOf(setting)}
      checked={value === true}
      onChange={set}
      text={t(value === true ? 'config.on' : 'config.off')}
      lock={lock}
    />
  );
}
