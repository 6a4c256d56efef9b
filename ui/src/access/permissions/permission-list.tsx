import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type Subject, subjects } from '#access/common/permission.ts';
import { subjectText } from '#access/common/permission-text.ts';
import type { ListColumn } from '#crud/list/columns/list-columns.tsx';
import { ListShell } from '#crud/list/list-shell.tsx';
import { useList } from '#crud/list/use-list.ts';
import { type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRedirectToLastPage } from '#crud/read/use-last-page.ts';
import { copyText } from '#crud/text/copy-text.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code, CodeBadge, CodeText } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Tag, TagLine } from '#kit/display/tag.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { NumberText } from '#kit/table/cells.tsx';
import { api } from '#session/session.ts';
import { permissionText } from '#session/use-session.ts';
import { filterPermissions, type Permission, pageRows } from './permission-filter.ts';

const permissionsQuery = () => ({
  queryKey: ['permissions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.GET('/api/v1/permissions', { signal })).data.items,
});

export const prefetchPermissions = (cause: LoadCause): void => prefetchRead(permissionsQuery(), cause);

/** The table of all permissions, which are loaded at once and filtered in the browser. */
export function PermissionList() {
  const { t, language } = useTexts();
  const list = useList('/users/permission-list', permissionsQuery);
  const { data, search, set, filterBy } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the meanings of permissions change with the language
  const filteredPermissions = useMemo(
    () => filterPermissions(data ?? [], search, { permissionText: permissionText }),
    [data, search, language],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells' texts change with the language
  const columns = useMemo(() => permissionColumns(), [language]);
  const { page = 1, pageSize = 20 } = search;
  useRedirectToLastPage(
    page,
    data && { page, pageSize, total: filteredPermissions.length },
    (last) => void set({ page: last }, { replace: true }),
  );
  const openPermission = data?.find(({ name }) => name === search.name);
  const field = (id: 'subject' | 'role', options: FilterField['options']): FilterField => ({
    id,
    label: pointerLabel(`/${id}`),
    values: search[id] === undefined ? [] : [String(search[id])],
    onChange: ([value]) => void filterBy({ [id]: value }),
    options,
  });
  return (
    <>
      <ListShell
        name="permission"
        title={t('permission.many')}
        searchHint={t('permission.search')}
        filters={[
          field(
            'subject',
            subjects.map((subject: Subject) => ({ value: subject, label: subjectText(subject), note: subject })),
          ),
          field('role', roleOptions(data)),
        ]}
        list={list}
        rows={data && pageRows(filteredPermissions, search)}
        total={filteredPermissions.length}
        columns={columns}
        rowId={({ name }) => name}
        currentId={openPermission?.name}
        onOpen={({ name }) => void set({ name })}
        defaultSort={undefined}
        emptyHint={t('people.emptyText')}
        first={<FirstUseState title={t('permission.none')} text="" />}
      />
      {openPermission && <PermissionCard permission={openPermission} onClose={() => void set({ name: undefined })} />}
    </>
  );
}

const roleOptions = (permissions: readonly Permission[] = []) => {
  const roles = new Map(permissions.flatMap(({ roles }) => roles.map((role) => [role.name, role] as const)));
  return [...roles.values()].map((role) => ({ value: role.name, label: roleName(role), note: role.name }));
};

const permissionColumns = (): ListColumn<Permission>[] => [
  { id: 'permission', pinned: true, width: 200, cell: ({ name }) => <Code>{name}</Code> },
  { id: 'meaning', width: 220, truncates: true, onPhone: 'secondLine', cell: ({ name }) => permissionText(name) },
  { id: 'routes', width: 190, truncates: true, cell: ({ routes }) => <RouteLinks routes={routes} /> },
  {
    id: 'operations',
    width: 88,
    align: 'end',
    sortable: true,
    cell: ({ operations }) => <NumberText>{operations.length > 0 ? number(operations.length) : '–'}</NumberText>,
  },
  {
    id: 'people',
    width: 88,
    align: 'end',
    sortable: true,
    cell: ({ people }) => <NumberText>{people === 0 ? t('permission.nobody') : number(people)}</NumberText>,
  },
  {
    id: 'roles',
    width: 260,
    sortable: true,
    cell: ({ roles }) => <RoleLinks roles={roles} maxRoles={3} />,
  },
];

/** The card of a permission: its pages, operations and the roles that have it. */
function PermissionCard({ permission, onClose }: { permission: Permission; onClose: () => void }) {
  const { t } = useTexts();
  const { name, routes, operations, roles, people } = permission;
  return (
    <Drawer
      open
      onClose={onClose}
      width={400}
      aria-label={t('record.info', { one: t('permission.one') })}
      title={t('record.info', { one: t('permission.one') })}
    >
      <div className="border-b border-line p-4">
        <CodeBadge size="md" onCopy={copyText}>
          {name}
        </CodeBadge>
        <div className="mt-2.5 text-lg font-semibold">{permissionText(name)}</div>
      </div>
      <DrawerSection dense>
        <DefinitionList
          termWidth={92}
          items={[
            { term: pointerLabel('/routes'), value: routes.length > 0 ? <RouteLinks routes={routes} /> : undefined },
            { term: pointerLabel('/roles'), value: <RoleLinks roles={roles} /> },
            {
              term: pointerLabel('/people'),
              value: (
                <span>
                  {people === 0
                    ? t('permission.nobodyHas')
                    : t('role.people', { count: people, shown: number(people) })}
                </span>
              ),
            },
          ]}
        />
        {people > 0 && (
          <p className="pb-1 text-xs text-ink-3">
            {t('permission.through')}{' '}
            {roles.map((role, index) => (
              <span key={role.id}>
                {index > 0 && t('common.separator')}
                {/* the user list parses its URL parameters itself */}
                <Link to="/users/user-list" search={{ role: role.name }} className={linkClass}>
                  {t('permission.peopleOf', { role: roleName(role) })}
                </Link>
              </span>
            ))}
          </p>
        )}
      </DrawerSection>
      <DrawerSection>
        <h2 className="mb-1 text-xs font-medium text-ink-3">
          {t('permission.operations', { count: operations.length, shown: number(operations.length) })}
        </h2>
        {operations.length === 0 && (
          <p className="text-ink-3">
            {t(name.endsWith(':import') ? 'permission.importOperations' : 'permission.noOperation')}
          </p>
        )}
        <ul>
          {operations.map(({ id, method, path, summary, events }) => (
            <li key={id} className="border-line py-1.5 not-first:border-t">
              <div className="flex items-start gap-2">
                <CodeText className="w-14 flex-none">{method}</CodeText>
                <span className="min-w-0 font-mono text-xs wrap-anywhere">{path}</span>
              </div>
              <div lang="en" className="pl-16 text-xs text-ink-3">
                {summary}
                {events && events.length > 0 && ` (${events.join(', ')})`}
              </div>
            </li>
          ))}
        </ul>
      </DrawerSection>
    </Drawer>
  );
}

/** Links to the pages that a permission gives access to. */
function RouteLinks({ routes }: Pick<Permission, 'routes'>) {
  if (routes.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <span className="flex min-w-0 gap-2">
      {routes.map((route) => (
        // the paths come from the contract at run time
        <Link key={route} to={route as string} className={`min-w-0 truncate font-mono text-xs ${linkClass}`}>
          {route}
        </Link>
      ))}
    </span>
  );
}

interface RoleProps extends Pick<Permission, 'roles'> {
  /** The maximum number of roles in one line; without it, all are shown on several lines. */
  maxRoles?: number;
}

/** Links to the roles that have a permission. */
function RoleLinks({ roles, maxRoles: most }: RoleProps) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-xs text-ink-3">{t('permission.noRole')}</span>;
  const shown = roles.slice(0, most);
  const Row = most ? TagLine : WrappedTags;
  return (
    <Row>
      {shown.map((role) => (
        // the role list parses its URL parameters itself
        <Link
          key={role.id}
          to="/users/role-list"
          search={{ id: role.id, panel: 'edit' }}
          title={role.name}
          className="grid grid-cols-[minmax(0,auto)] rounded-xs hover:underline"
        >
          <Tag>
            <span className="min-w-0 truncate max-w-28">{roleName(role)}</span>
          </Tag>
        </Link>
      ))}
      {roles.length > shown.length && (
        <Tag>
          <span title={roles.map(roleName).join(t('common.separator'))}>+{roles.length - shown.length}</span>
        </Tag>
      )}
    </Row>
  );
}

const WrappedTags = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-1">{children}</span>
);
