import { useMemo } from 'react';
import { type Subject, subjects } from '#access/common/permission.ts';
import { permissionText, subjectText } from '#access/common/permission-text.ts';
import { AdminList } from '#crud/admin/admin-list.tsx';
import { useAdminList } from '#crud/admin/use-admin-list.ts';
import { useLastPage } from '#crud/use-last-page.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { api } from '#session/session.ts';
import { PermissionCard } from './permission-card.tsx';
import { permissionColumns } from './permission-columns.tsx';
import { filtered, type Permission, pageOf } from './permission-filter.ts';

const load = async (_query: object, signal: AbortSignal) =>
  (await api.GET('/api/v1/permissions', { signal })).data.items;

/** Every permission there is: what it means and opens, and who has it. All of them come at once; the rest happens here. */
export function PermissionList() {
  const { t, language } = useTexts();
  const list = useAdminList({ path: '/users/permission-list', key: 'permissions', whole: true, load });
  const { data, search, set, filterBy } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what permissions mean changes with the language
  const found = useMemo(() => filtered(data ?? [], search, { textOf: permissionText }), [data, search, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells' texts change with the language
  const columns = useMemo(() => permissionColumns(), [language]);
  const { page = 1, pageSize = 20 } = search;
  useLastPage(
    page,
    data && { page, pageSize, total: found.length },
    (last) => void set({ page: last }, { replace: true }),
  );
  const shown = data?.find(({ name }) => name === search.name);
  const field = (id: 'subject' | 'role', options: FilterField['options']): FilterField => ({
    id,
    label: pointerText(`/${id}`),
    values: search[id] === undefined ? [] : [String(search[id])],
    onChange: ([value]) => void filterBy({ [id]: value }),
    options,
  });
  return (
    <>
      <AdminList
        name="permission"
        title={t('permission.many')}
        searchHint={t('permission.search')}
        filters={[
          field(
            'subject',
            subjects.map((subject: Subject) => ({ value: subject, label: subjectText(subject), note: subject })),
          ),
          field('role', rolesOf(data)),
        ]}
        list={list}
        rows={data && pageOf(found, search)}
        total={found.length}
        columns={columns}
        rowId={({ name }) => name}
        currentId={shown?.name}
        onOpen={({ name }) => void set({ name })}
        sort={undefined}
        first={{ title: t('permission.none'), text: '' }}
      />
      {shown && <PermissionCard permission={shown} onClose={() => void set({ name: undefined })} />}
    </>
  );
}

const rolesOf = (permissions: readonly Permission[] = []) => {
  const roles = new Map(permissions.flatMap(({ roles }) => roles.map((role) => [role.name, role] as const)));
  return [...roles.values()].map(({ name, displayName }) => ({ value: name, label: displayName, note: name }));
};
