import { type Schemas, type Setting, settings } from '#api/facts.gen.ts';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { isEqual } from '#crud/form/merge.ts';
import { valueText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { isHastyIdle, ownRolesAsked } from './warnings.ts';

export type SettingName = keyof Schemas['Settings'];

/** What the contract says of a setting. */
export function factsOf(name: SettingName): Setting {
  const setting = settings.find((candidate) => candidate.name === name);
  if (!setting) throw new Error(`the contract has no setting ${name}`);
  return setting;
}

/** A setting as its field shows it: what it is, what it holds, and what it would be by itself. */
export function useSetting(name: SettingName) {
  const { t, language } = useTexts();
  const warning = useWarning(name);
  const field = useField(name);
  const facts = factsOf(name);
  const words = (value: unknown) =>
    typeof value === 'boolean' ? t(value ? 'config.on' : 'config.off') : valueText('Settings', `/${name}`, value);
  return {
    ...field,
    name,
    label: facts.label[language],
    about: facts.about[language],
    unit: facts.unit?.[language],
    warning,
    /** In words; undefined where the setting is as it would be by itself. */
    initial: isEqual(field.value, facts.default) ? undefined : words(facts.default),
    reset: () => field.set(facts.default),
  };
}

/** What one should know before saving a setting; it stops nobody. */
function useWarning(name: SettingName): string | undefined {
  const { t } = useTexts();
  const { user } = useSession();
  const separator = t('common.separator');
  const isShortIdle = useFormState(({ values }) => name === 'sessionIdleMinutes' && isHastyIdle(values));
  // as text, which stays the same until it changes
  const roles = useFormState(({ values, base }) =>
    name === 'secondFactorRoles' ? ownRolesAsked(values, base, user).join(separator) : '',
  );
  if (isShortIdle) return t('config.hastyIdle');
  return roles ? t('config.signsYouOut', { roles }) : undefined;
}
