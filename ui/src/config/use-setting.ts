import { type Schemas, type Setting, settingDetails, settings } from '#api/metadata.gen.ts';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { isEqual } from '#crud/form/state/merge.ts';
import { nameSettings, valueText } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { User } from '#session/permissions.ts';
import { useSession } from '#session/use-session.ts';

nameSettings(settings);

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

type Values = Readonly<Record<string, unknown>>;

/** Shorter idle timeouts sign out users who read a page or take a call. */
const MIN_COMFORTABLE_IDLE_MINUTES = 10;

const namesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the user's roles that would newly require a second factor, if the user has none. */
export function ownRolesRequiringSecondFactor(values: Values, savedValues: Values | null, user: User | null): string[] {
  if (!user || user.secondFactor) return [];
  const before = namesIn(savedValues?.secondFactorRoles);
  const added = namesIn(values.secondFactorRoles).filter((name) => !before.includes(name));
  return user.roles.filter(({ name }) => added.includes(name)).map(roleName);
}

/** Whether sessions would end while users are still working. */
export const isShortIdleTimeout = ({ sessionIdleMinutes }: Values): boolean =>
  typeof sessionIdleMinutes === 'number' && sessionIdleMinutes > 0 && sessionIdleMinutes < MIN_COMFORTABLE_IDLE_MINUTES;
