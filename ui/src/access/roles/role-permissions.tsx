import { createContext, type KeyboardEvent, use, useRef } from 'react';
import {
  type PermissionName,
  permissionAction,
  permissionNames,
  type Subject,
  subjectPermissions,
} from '#access/common/permission.ts';
import { actionText, subjectText } from '#access/common/permission-text.ts';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useGridFocus } from '#kit/table/use-grid-focus.ts';
import { permissionText, useSession } from '#session/use-session.ts';
import {
  actionPermissions,
  type CanGrant,
  comparePermissions,
  entityActions,
  entitySubjects,
  findPermission,
  grantState,
  otherSubjects,
  type PermissionChanges,
  type Permissions,
  setPermissions,
  toggleAll,
} from './matrix.ts';

const NO_PERMISSIONS: Permissions = [];

/** The permissions of a role; a role with an administrator's name has all of them. */
export function RolePermissions({ administrator: isAdministrator }: { administrator: boolean }) {
  const { t } = useTexts();
  const { can } = useSession();
  const record = useFormState((form) => form.record);
  const { value, set, lock: isReadOnly, error } = useField('permissions');
  // the cast: only this component writes the field
  const typedPermissions = (value ?? NO_PERMISSIONS) as Permissions;
  const savedPermissions = (record?.permissions ?? NO_PERMISSIONS) as Permissions;
  const permissions = isAdministrator ? permissionNames : typedPermissions;
  const changes = isAdministrator ? { added: [], removed: [] } : comparePermissions(savedPermissions, typedPermissions);
  const readOnlyReason = isAdministrator ? t('role.administratorHoldsAll') : isReadOnly ? t('role.locked') : undefined;
  const count = (subjects: readonly Subject[]) => {
    const all = subjects.flatMap(subjectPermissions);
    return t('role.held', { count: all.filter((name) => permissions.includes(name)).length, all: all.length });
  };
  return (
    <MatrixContext
      value={{
        permissions,
        changes,
        readOnlyReason,
        canGrant: can,
        setPermissions: (names, isGranted) => set(setPermissions(typedPermissions, names, isGranted, can)),
        toggleAll: (names) => set(toggleAll(typedPermissions, names, can)),
      }}
    >
      {isAdministrator && <Note tone="info">{t('role.administratorText')}</Note>}
      {error && (
        <Note tone="bad" live>
          {error}
        </Note>
      )}
      <Panel title={t('role.matrix')} note={count(entitySubjects)} flush>
        <PermissionMatrix />
      </Panel>
      <Panel title={t('role.others')} note={count(otherSubjects)} flush>
        <OtherPermissions />
      </Panel>
    </MatrixContext>
  );
}

/** The permissions of subjects other than entities, one subject per row. */
function OtherPermissions() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with arrow key navigation
      role="grid"
      aria-label={t('role.others')}
      className="w-full table-fixed max-sm:block max-sm:*:block"
      onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <tbody>
        {otherSubjects.map((subject) => (
          <tr key={subject} className="border-line not-last:border-b hover:bg-hover max-sm:block">
            <th scope="row" className="h-9 w-56 px-4 text-left font-medium max-sm:block max-sm:h-auto max-sm:w-auto">
              <PermissionGroupButton
                label={subjectText(subject)}
                names={subjectPermissions(subject)}
                className="-ml-1.5"
              />
            </th>
            <td className="max-sm:block max-sm:px-2.5 max-sm:pb-1">
              <span className="grid grid-cols-[repeat(4,7rem)] justify-items-start py-1 max-sm:grid-cols-3">
                {subjectPermissions(subject).map((name) => (
                  <PermissionBox key={name} name={name} label={actionText(permissionAction(name))} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The matrix of entities and actions; the arrow keys move, Space toggles. */
function PermissionMatrix() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <div className="relative overflow-x-auto">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with arrow key navigation
        role="grid"
        aria-label={t('role.matrix')}
        className="w-full min-w-180 table-fixed text-center max-sm:block max-sm:min-w-0 max-sm:text-start"
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <thead className="bg-sunken text-xs text-ink-3 max-sm:hidden">
          <tr>
            <th className="w-56 border-b border-line-strong px-4 text-left font-normal" tabIndex={-1}>
              {t('role.kind')}
            </th>
            {entityActions.map((action) => (
              <th key={action} scope="col" className="h-9 border-b border-line-strong font-normal">
                <PermissionGroupButton label={actionText(action)} names={actionPermissions(action)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {entitySubjects.map((entity) => (
            // on phones the actions of a kind stand below its name
            <tr
              key={entity}
              className="border-line not-last:border-b hover:bg-hover max-sm:grid max-sm:grid-cols-3 max-sm:px-2.5 max-sm:pb-1"
            >
              <th scope="row" className="h-9 px-4 text-left font-medium max-sm:col-span-3 max-sm:h-auto max-sm:px-1.5">
                <PermissionGroupButton
                  label={subjectText(entity)}
                  names={subjectPermissions(entity)}
                  className="-ml-1.5"
                />
              </th>
              {entityActions.map((action) => {
                const name = findPermission(entity, action);
                return (
                  <td key={action} tabIndex={-1}>
                    {name && <PermissionBox name={name} label={actionText(action)} labelOnPhone />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Props {
  label: string;
  names: readonly PermissionName[];
  className?: string;
}

/** The header of a row or column, which toggles all of its permissions that the user may grant. */
function PermissionGroupButton({ label, names, className }: Props) {
  const { t } = useTexts();
  const { permissions, readOnlyReason, canGrant, toggleAll } = useMatrix();
  const grantable = names.filter(canGrant);
  const disabledReason = readOnlyReason || (grantable.length === 0 ? t('role.notHeld') : undefined);
  const willRevoke = grantState(permissions, grantable) === 'all';
  const count = names.filter((name) => permissions.includes(name)).length;
  const act = t(willRevoke ? 'role.takeAll' : 'role.giveAll', { what: label });
  return (
    <button
      type="button"
      title={disabledReason ?? act}
      aria-label={[`${label} ${count}/${names.length}`, disabledReason ?? act].join(t('role.between'))}
      aria-disabled={disabledReason ? true : undefined}
      onClick={() => disabledReason || toggleAll(names)}
      className={cx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm px-1.5 pointer-coarse:h-10 pointer-coarse:min-w-10',
        !disabledReason && 'hover:bg-active',
        className,
      )}
    >
      <span className="min-w-0 truncate">{label}</span>{' '}
      <span className="flex-none font-mono text-2xs font-normal text-ink-3">
        {count}/{names.length}
      </span>
    </button>
  );
}

interface PermissionBoxProps {
  name: PermissionName;
  label: string;
  /** Shows the label on phones only; elsewhere the column's header names the action. */
  labelOnPhone?: boolean;
}

const changeSigns = { gives: '+', takes: '−' } as const;

/** The checkbox of one permission, with its unsaved change and the reason if it is disabled. */
function PermissionBox({ name, label, labelOnPhone }: PermissionBoxProps) {
  const { t } = useTexts();
  const matrix = useMatrix();
  const isGranted = matrix.permissions.includes(name);
  const disabledReason = boxDisabledReason(matrix, name, t('role.notHeld'));
  const change = matrix.changes.added.includes(name) ? 'gives' : matrix.changes.removed.includes(name) ? 'takes' : null;
  const text = permissionText(name);
  const accessibleName = [text, change && t(`role.${change}`), disabledReason].filter(Boolean).join(t('role.between'));
  return (
    <label
      title={disabledReason ? `${text}${t('role.between')}${disabledReason}` : text}
      className={cx(
        'relative inline-flex h-7 min-w-7 items-center gap-1.5 rounded-sm px-1.5 pointer-coarse:h-10 pointer-coarse:min-w-10 pointer-coarse:px-3',
        change === 'gives' && 'bg-ok-soft inset-ring inset-ring-ok-edge',
        change === 'takes' && 'bg-bad-soft inset-ring inset-ring-bad-edge',
        disabledReason && 'text-ink-3',
      )}
    >
      <input
        type="checkbox"
        className="box"
        checked={isGranted}
        // not `disabled`: the box stays focusable, so that screen readers announce the reason
        aria-disabled={disabledReason ? true : undefined}
        aria-label={accessibleName}
        onChange={(event) => disabledReason || matrix.setPermissions([name], event.target.checked)}
      />
      <span aria-hidden className={labelOnPhone ? 'sm:hidden' : undefined}>
        {label}
      </span>
      {change && (
        <span
          aria-hidden
          className={cx(
            'absolute top-0 left-full ml-1 font-mono text-xs/7 font-semibold',
            change === 'gives' ? 'text-ok-ink' : 'text-bad-ink',
          )}
        >
          {changeSigns[change]}
        </span>
      )}
    </label>
  );
}

const boxDisabledReason = (
  { readOnlyReason, canGrant }: Matrix,
  name: PermissionName,
  notHeld: string,
): string | undefined => readOnlyReason || (canGrant(name) ? undefined : notHeld);

/** The state that all permission checkboxes of a role share. */
interface Matrix {
  permissions: Permissions;
  /** The changes compared with the saved role. */
  changes: PermissionChanges;
  canGrant: CanGrant;
  /** Why no permission can be changed; undefined if the role can be edited. */
  readOnlyReason: string | undefined;
  setPermissions: (names: readonly PermissionName[], isGranted: boolean) => void;
  toggleAll: (names: readonly PermissionName[]) => void;
}

const MatrixContext = createContext<Matrix | null>(null);

function useMatrix(): Matrix {
  const matrix = use(MatrixContext);
  if (!matrix) throw new Error('A permission checkbox must be inside RolePermissions.');
  return matrix;
}
