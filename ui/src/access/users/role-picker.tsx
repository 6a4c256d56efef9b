import { type ReactNode, useState } from 'react';
import { type Role, useRoles } from '#access/common/use-roles.ts';
import { roleName } from '#i18n/display-name.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { matchOptions } from '#kit/choice/option-match.ts';
import { Code } from '#kit/display/code.tsx';
import { Field } from '#kit/fields/field.tsx';
import { SearchField } from '#kit/fields/search-field.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';

interface Props {
  label: ReactNode;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
  locked?: boolean | undefined;
  required?: boolean | undefined;
}

const MIN_SEARCHABLE_ROLES = 9;

/** Checkboxes for roles with their number of permissions; roles beyond the user's reach are disabled. */
export function RolePicker({ label, values, onChange, error, locked, required }: Props) {
  const { t } = useTexts();
  const { roles, problem, disabledReason } = useRoles();
  const [query, setQuery] = useState('');
  const options = (roles ?? []).map((role) => ({ value: role.name, label: roleName(role), keywords: role.name }));
  const matchingNames = new Set(matchOptions(options, query).map(({ value }) => value));
  const toggle = (name: string, isChecked: boolean) =>
    onChange(isChecked ? [...values, name] : values.filter((value) => value !== name));
  return (
    <Field
      group
      label={label}
      error={error}
      required={required}
      aside={roles && !disabledReason && t('user.rolesChosen', { count: values.length })}
    >
      {(disabledReason || problem) && (
        <Note tone={disabledReason ? 'info' : 'bad'}>{disabledReason || problem?.message}</Note>
      )}
      {disabledReason && values.length > 0 && <p className="font-mono text-xs">{values.join(t('common.separator'))}</p>}
      {!roles && !problem && <Skeleton height={96} className="animate-fade-in-delayed" />}
      {roles && roles.length >= MIN_SEARCHABLE_ROLES && (
        <SearchField
          aria-label={t('user.searchRoles')}
          placeholder={t('user.searchRoles')}
          value={query}
          onChange={setQuery}
        />
      )}
      {roles && !disabledReason && matchingNames.size === 0 && (
        <p className="px-2 py-1.5 text-ink-3">{t('kit.noMatches')}</p>
      )}
      {roles && !disabledReason && matchingNames.size > 0 && (
        <ul className="max-h-80 overflow-y-auto rounded-sm border border-line-control">
          {roles
            .filter(({ name }) => matchingNames.has(name))
            .map((role) => (
              <RoleLine
                key={role.name}
                role={role}
                checked={values.includes(role.name)}
                locked={locked === true}
                onToggle={(isChecked) => toggle(role.name, isChecked)}
              />
            ))}
        </ul>
      )}
    </Field>
  );
}

interface LineProps {
  role: Role;
  checked: boolean;
  locked: boolean;
  onToggle: (isChecked: boolean) => void;
}

function RoleLine({ role, checked, locked, onToggle }: LineProps) {
  const { t } = useTexts();
  const isBeyondReach = !role.withinReach;
  const permissionsText = role.administrator
    ? t('user.roleGivesAll')
    : t('user.roleGives', { count: role.permissions.length, shown: number(role.permissions.length) });
  return (
    <li className="border-line not-first:border-t">
      <label className="flex min-h-9 items-center gap-2 px-2 py-1 pointer-coarse:min-h-10 hover:bg-hover has-disabled:hover:bg-transparent">
        <input
          type="checkbox"
          className="box flex-none"
          checked={checked}
          disabled={locked || isBeyondReach}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="min-w-0 truncate">{roleName(role)}</span>
            <Code small>{role.name}</Code>
          </span>
          {isBeyondReach && <span className="text-xs text-ink-3">{t('user.roleBeyond')}</span>}
        </span>
        <span className="flex-none text-xs text-ink-3">{permissionsText}</span>
        {isBeyondReach && <Icon name="lock" size={14} className="text-ink-3" />}
      </label>
    </li>
  );
}
