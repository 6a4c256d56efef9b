import { useMemo, useState } from 'react';
import { useRoles } from '#access/common/use-roles.ts';
import { enums } from '#api/metadata.gen.ts';
import type { ListColumn } from '#crud/list/columns/list-columns.tsx';
import type { ListSearch } from '#crud/list/list-search.ts';
import { ListShell } from '#crud/list/list-shell.tsx';
import { type ListState, pageQuery, useList } from '#crud/list/use-list.ts';
import { type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import type { Option } from '#kit/choice/option.tsx';
import { Code } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Tag, TagLine } from '#kit/display/tag.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { MutedText, NumberText, TwoLines } from '#kit/table/cells.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { useSession } from '#session/use-session.ts';
import { type Account, statusMarks, userStatuses } from './account.ts';
import { useUserActs } from './use-user-acts.ts';
import { type PendingUserAct, UserActDialog } from './user-act-dialog.tsx';
import { UserCard } from './user-card.tsx';
import { UserForm } from './user-form.tsx';
import { listUsers } from './users-calls.ts';

const rowActs = new Set(['approve', 'invite', 'activate', 'deactivate', 'delete']);

const usersQuery = pageQuery('users', listUsers);

export const prefetchUsers = (search: ListSearch, cause: LoadCause): void => prefetchRead(usersQuery(search), cause);

/** The table of user accounts with the open account's card or form beside it. */
export function UserList() {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const list = useList('/users/user-list', usersQuery);
  const filters = useUserFilters(list);
  const { availableActs, editDisabledReason } = useUserActs();
  const [pendingAct, setPendingAct] = useState<PendingUserAct>();
  const { search, data, set } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` does the same each time; texts change with the language
  const columns = useMemo(() => {
    const actions = (account: Account): RowAction[] => [
      {
        id: 'edit',
        icon: 'edit',
        label: t('common.edit'),
        disabledReason: editDisabledReason(account),
        onSelect: () => void set({ id: account.id, panel: 'edit' }),
      },
      ...availableActs(account)
        .filter(({ act }) => rowActs.has(act))
        .map(
          ({ act, ...action }): RowAction => ({ ...action, id: act, onSelect: () => setPendingAct({ act, account }) }),
        ),
    ];
    return userColumns(actions);
  }, [availableActs, editDisabledReason, language]);
  const createDisabledReason = denialReason('user:create');
  const create = () => void set({ id: undefined, panel: 'new' });
  useShortcut('n', 'create', create, { active: !createDisabledReason });
  const createButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon="plus" disabledReason={createDisabledReason} onClick={create}>
      {t('user.create')}
    </Button>
  );
  return (
    <>
      <ListShell
        name="user"
        title={t('user.many')}
        actions={createButton(search.panel === undefined ? 'primary' : 'secondary')}
        tabs={{
          filter: 'status',
          values: userStatuses.map((status) => ({
            id: status,
            label: t(`user.status.${status}`),
            mark: statusMarks[status],
          })),
          counts: data?.counts,
        }}
        searchHint={t('user.search')}
        filters={filters}
        list={list}
        rows={data?.items}
        total={data?.total ?? 0}
        columns={columns}
        rowId={({ id }) => id}
        currentId={search.id}
        onOpen={({ id }) => void set({ id, panel: 'view' })}
        defaultSort={search.q ? undefined : 'username'}
        emptyHint={t('people.emptyText')}
        first={<FirstUseState title={t('user.first')} text={t('user.firstText')} actions={createButton('secondary')} />}
      />
      {search.panel === 'new' && <UserForm key="new" id={null} list={list} />}
      {search.id !== undefined && search.panel === 'edit' && <UserForm key={search.id} id={search.id} list={list} />}
      {search.id !== undefined && search.panel === 'view' && (
        <UserCard key={search.id} id={search.id} list={list} onStartAct={setPendingAct} />
      )}
      <UserActDialog
        pendingAct={pendingAct}
        onPendingActChange={setPendingAct}
        onDeleted={(id) => (search.id === id ? set({ id: undefined, panel: undefined }) : undefined)}
      />
    </>
  );
}

/** Returns the filters of the user list, in addition to its status tabs. */
function useUserFilters({ search, filterBy }: ListState): FilterField[] {
  const { t } = useTexts();
  const { roles = [], loading } = useRoles();
  const field = (id: 'role' | 'lastSeen' | 'secondFactor', options: readonly Option[]): FilterField => ({
    id,
    label: pointerLabel(`/${id}`),
    values: search[id] === undefined ? [] : [String(search[id])],
    onChange: ([value]) => void filterBy({ [id]: value }),
    options,
    loading: id === 'role' && loading,
  });
  return [
    field(
      'role',
      roles.map((role) => ({ value: role.name, label: roleName(role), note: role.name, keywords: role.name })),
    ),
    field(
      'lastSeen',
      enums.LastSeen.map((value) => ({ value, label: t(`user.seen.${value}`) })),
    ),
    field(
      'secondFactor',
      (['true', 'false'] as const).map((value) => ({
        value,
        label: t(value === 'true' ? 'user.secondFactorOn' : 'user.secondFactorOff'),
      })),
    ),
  ];
}

const userColumns = (actions: (account: Account) => RowAction[]): ListColumn<Account>[] => [
  { id: 'username', pinned: true, width: 136, sortable: true, cell: ({ username }) => <Code>{username}</Code> },
  {
    id: 'displayName',
    width: 200,
    truncates: true,
    onPhone: 'secondLine',
    sortable: true,
    cell: ({ displayName, email }) => <TwoLines strong main={displayName} second={email} />,
  },
  {
    id: 'email',
    width: 220,
    truncates: true,
    hiddenByDefault: true,
    sortable: true,
    cell: ({ email }) => <MutedText>{email}</MutedText>,
  },
  { id: 'roles', width: 176, truncates: true, cell: ({ roles }) => <RoleTags roles={roles} /> },
  {
    id: 'status',
    width: 88,
    sortable: true,
    cell: ({ status }) => <StatusMark status={statusMarks[status]} label={t(`user.status.${status}`)} />,
  },
  {
    id: 'secondFactor',
    width: 100,
    cell: ({ secondFactor }) => (
      <MutedText>{t(secondFactor ? 'user.secondFactorOn' : 'user.secondFactorOff')}</MutedText>
    ),
  },
  {
    id: 'lastSeen',
    width: 112,
    sortable: true,
    cell: ({ lastSeen }) => (
      <MutedText>
        {lastSeen ? <Time iso={lastSeen} /> : <span className="text-ink-3">{t('user.never')}</span>}
      </MutedText>
    ),
  },
  {
    id: 'openSessions',
    width: 72,
    align: 'end',
    cell: ({ openSessions }) => <NumberText>{openSessions === 0 ? '—' : number(openSessions)}</NumberText>,
  },
  ...(['createTime', 'updateTime'] as const).map(
    (id): ListColumn<Account> => ({
      id,
      width: 112,
      sortable: true,
      cell: (account) => (
        <MutedText>
          <Time iso={account[id]} />
        </MutedText>
      ),
    }),
  ),
  { id: 'actions', width: 108, cell: (account) => <RowActions actions={actions(account)} /> },
];

const MAX_ROLE_TAGS = 2;

/** The names of the first roles and the number of further ones. */
function RoleTags({ roles }: Pick<Account, 'roles'>) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-xs text-ink-3">{t('user.noRole')}</span>;
  const all = roles.map(roleName).join(t('common.separator'));
  return (
    <TagLine title={all}>
      {roles.slice(0, MAX_ROLE_TAGS).map((role) => (
        <Tag key={role.id}>
          <span className="min-w-0 truncate max-w-24">{roleName(role)}</span>
        </Tag>
      ))}
      {roles.length > MAX_ROLE_TAGS && <Tag>+{roles.length - MAX_ROLE_TAGS}</Tag>}
    </TagLine>
  );
}
