import { type Schemas, type Setting, settingDetails, settings } from '#api/metadata.gen.ts';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { isEqual } from '#crud/form/state/merge.ts';
import { valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { isShortIdleTimeout, ownRolesRequiringSecondFactor } from './warnings.ts';

export type SettingName = keyof Schemas['Settings'];

/** Returns the metadata of a setting in the contract. */
function metadataOf(name: SettingName): Setting {
  const setting = settings.find((candidate) => candidate.name === name);
  if (!setting) throw new Error(`the contract has no setting ${name}`);
  return setting;
}

/** Returns a setting for its field: its metadata, its value and its default. */
export function useSetting(name: SettingName) {
  const { t, language } = useTexts();
  const warning = useWarning(name);
  const field = useField(name);
  const metadata = metadataOf(name);
  const details = settingDetails[name];
  const toText = (value: unknown) =>
    typeof value === 'boolean' ? t(value ? 'config.on' : 'config.off') : valueText('Settings', `/${name}`, value);
  return {
    ...field,
    name,
    label: metadata.label[language],
    about: details.about[language],
    unit: metadata.unit?.[language],
    warning,
    /** the default as text; undefined if the setting has its default */
    defaultText: isEqual(field.value, details.default) ? undefined : toText(details.default),
    reset: () => field.set(details.default),
  };
}

/** Returns a warning to show before a setting is saved, which does not prevent saving. */
function useWarning(name: SettingName): string | undefined {
  const { t } = useTexts();
  const { user } = useSession();
  const separator = t('common.separator');
  const isShortIdle = useFormState(({ values }) => name === 'sessionIdleMinutes' && isShortIdleTimeout(values));
  // as a string, which is compared by value
  const roles = useFormState(({ values, record }) =>
    name === 'secondFactorRoles' ? ownRolesRequiringSecondFactor(values, record, user).join(separator) : '',
  );
  if (isShortIdle) return t('config.hastyIdle');
  return roles ? t('config.signsYouOut', { roles }) : undefined;
}
