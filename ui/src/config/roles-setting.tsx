import { useTexts } from '#i18n/i18n.ts';
import { MultiComboboxField } from '#kit/multi-combobox-field.tsx';
import { useSession } from '#session/use-session.ts';
import { frameOf } from './setting-row.tsx';
import { useRoles } from './use-roles.ts';
import { type SettingName, useSetting } from './use-setting.ts';

/** Roles by their names; who may not read roles sees the names alone. */
export function RolesSetting({ name }: { name: SettingName }) {
  const { t } = useTexts();
  const { can } = useSession();
  const setting = useSetting(name);
  const { value, set, lock, about } = setting;
  const readable = can('role:read');
  const roles = useRoles(readable);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <MultiComboboxField
      {...frameOf(setting)}
      help={readable ? about : `${about} ${t('config.rolesUnread', { permission: 'role:read' })}`}
      values={chosen}
      options={(roles.data ?? []).map(({ name, displayName }) => ({
        value: name,
        label: displayName || name,
        note: name,
      }))}
      loading={roles.loading}
      placeholder={t('common.none')}
      onChange={(names) => set([...names])}
      lock={lock || !readable}
    />
  );
}
