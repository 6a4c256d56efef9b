import { useMemo, useState } from 'react';
import { permissionNames } from '#access/common/permission.ts';
import type { Role } from '#access/common/use-roles.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { ListShell } from '#crud/list/list-shell.tsx';
import { pageQuery, useList, useListAddress } from '#crud/list/use-list.ts';
import { type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { permissionText, useSession } from '#session/use-session.ts';
import { DeleteRole } from './delete-role.tsx';
import { roleColumns } from './role-columns.tsx';
import { RoleForm } from './role-form.tsx';
import { listRoles } from './roles-calls.ts';
import { useRoleActions } from './use-role-actions.ts';

const path = '/users/role-list';

const rolesQuery = pageQuery('role list', listRoles);

export const prefetchRoles = (search: ListSearch, cause: LoadCause): void => prefetchRead(rolesQuery(search), cause);

/** The table of roles, or the form of the role in the address. */
export function RoleList() {
  const { search, set } = useListAddress(path);
  if (search.panel === 'new') return <RoleForm key="new" id={null} set={set} />;
  if (search.id !== undefined) return <RoleForm key={search.id} id={search.id} set={set} />;
  return <RoleTable />;
}

function RoleTable() {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const list = useList(path, rolesQuery);
  const [roleToDelete, setRoleToDelete] = useState<Role>();
  const { search, data, set, filterBy } = list;
  const open = (id: number) => void set({ id, panel: 'edit' });
  const actions = useRoleActions({ onEdit: open, onDelete: setRoleToDelete });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells' texts change with the language
  const columns = useMemo(() => roleColumns(actions), [actions, language]);
  const permission: FilterField = {
    id: 'permission',
    label: pointerLabel('/permission'),
    values: search.permission === undefined ? [] : [String(search.permission)],
    onChange: ([value]) => void filterBy({ permission: value }),
    options: permissionNames.map((name) => ({ value: name, label: permissionText(name), note: name, keywords: name })),
  };
  const createDisabledReason = denialReason('role:create');
  const create = () => void set({ id: undefined, panel: 'new' });
  useShortcut('n', 'create', create, { active: !createDisabledReason });
  const createButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon="plus" disabledReason={createDisabledReason} onClick={create}>
      {t('role.create')}
    </Button>
  );
  return (
    <>
      <ListShell
        name="role"
        title={t('role.many')}
        actions={createButton('primary')}
        searchHint={t('role.search')}
        filters={[permission]}
        list={list}
        rows={data?.items}
        total={data?.total ?? 0}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={({ id }) => open(id)}
        defaultSort={search.q ? undefined : 'name'}
        emptyHint={t('people.emptyText')}
        first={<FirstUseState title={t('role.first')} text={t('role.firstText')} actions={createButton('secondary')} />}
      />
      <DeleteRole role={roleToDelete} onClose={() => setRoleToDelete(undefined)} />
    </>
  );
}
