import { permissionNames, permissionsOf, type Subject } from '#access/common/permission.ts';
import { useField, useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Note } from '#kit/note.tsx';
import { Panel } from '#kit/panel.tsx';
import { useSession } from '#session/use-session.ts';
import { differences, type Held, kinds, others, put, toggleAll } from './matrix.ts';
import { OtherPermissions } from './other-permissions.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { MatrixContext } from './use-matrix.ts';

const nothing: Held = [];

/** What the role lets people do; a role that is an administrator by its name holds everything. */
export function RolePermissions({ administrator }: { administrator: boolean }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { base } = useForm();
  const { value, set, lock, error } = useField('permissions');
  // only this part of the form writes the field
  const own = (value ?? nothing) as Held;
  const before = (base?.permissions ?? nothing) as Held;
  const held = administrator ? permissionNames : own;
  const changes = administrator ? { gives: [], takes: [] } : differences(before, own);
  const locked = administrator ? t('role.administratorHoldsAll') : lock ? t('role.locked') : undefined;
  const count = (subjects: readonly Subject[]) => {
    const all = subjects.flatMap(permissionsOf);
    return t('role.held', { count: all.filter((name) => held.includes(name)).length, all: all.length });
  };
  return (
    <MatrixContext
      value={{
        ...{ held, changes, locked },
        reach: can,
        put: (names, on) => set(put(own, names, on, can)),
        toggleAll: (names) => set(toggleAll(own, names, can)),
      }}
    >
      {administrator && <Note tone="info">{t('role.administratorText')}</Note>}
      {error && (
        <Note tone="bad" live>
          {error}
        </Note>
      )}
      <Panel title={t('role.matrix')} note={count(kinds)} flush>
        <PermissionMatrix />
      </Panel>
      <Panel title={t('role.others')} note={count(others)} flush>
        <OtherPermissions />
      </Panel>
    </MatrixContext>
  );
}
