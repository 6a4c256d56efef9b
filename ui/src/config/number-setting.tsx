import { NumberField } from '#kit/number-field.tsx';
import { frameOf } from './setting-row.tsx';
import { type SettingName, useSetting } from './use-setting.ts';

const whole = { maximumFractionDigits: 0 };

/** A whole number with its unit. Its bounds are said once it breaks them: clamping would change what was typed. */
export function NumberSetting({ name }: { name: SettingName }) {
  const setting = useSetting(name);
  const { value, set, unit, lock } = setting;
  return (
    <NumberField
      {...frameOf(setting)}
      value={typeof value === 'number' ? value : null}
      onChange={set}
      format={whole}
      adornment={unit}
      lock={lock}
    />
  );
}
