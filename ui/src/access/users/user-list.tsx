import { useMemo, useState } from 'react';
import { AdminList } from '#crud/admin/admin-list.tsx';
import { useAdminList } from '#crud/admin/use-admin-list.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import type { RowAction } from '#kit/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import type { Account } from './account.ts';
import { useUserActs } from './use-user-acts.ts';
import { useUserFilters } from './use-user-filters.ts';
import { type Asked, UserActDialog } from './user-act-dialog.tsx';
import { UserCard } from './user-card.tsx';
import { userColumns } from './user-columns.tsx';
import { UserForm } from './user-form.tsx';
import { UserTabs } from './user-tabs.tsx';
import { listUsers } from './users-calls.ts';

const quick = new Set(['approve', 'invite', 'activate', 'deactivate', 'delete']);

/** Accounts of staff as a table, one of them beside it. */
export function UserList() {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const list = useAdminList({ path: '/users/user-list', key: 'users', load: listUsers });
  const filters = useUserFilters(list);
  const { offered, editRefused } = useUserActs();
  const [asked, ask] = useState<Asked>();
  const { search, data, set, filterBy } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` does the same each time; texts change with the language
  const columns = useMemo(() => {
    const actions = (account: Account): RowAction[] => [
      {
        id: 'edit',
        icon: 'edit',
        label: t('common.edit'),
        refused: editRefused(account),
        onSelect: () => void set({ id: account.id, panel: 'edit' }),
      },
      ...offered(account)
        .filter(({ act }) => quick.has(act))
        .map(({ act, ...action }): RowAction => ({ ...action, id: act, onSelect: () => ask({ act, account }) })),
    ];
    return userColumns(actions);
  }, [offered, editRefused, language]);
  const create = (
    <Button
      variant="primary"
      icon="plus"
      refused={refuse('user:create')}
      onClick={() => void set({ id: undefined, panel: 'new' })}
    >
      {t('user.create')}
    </Button>
  );
  return (
    <>
      <AdminList
        name="user"
        title={t('user.many')}
        action={create}
        tabs={
          <UserTabs counts={data?.counts} selected={search.status} onSelect={(status) => void filterBy({ status })} />
        }
        searchHint={t('user.search')}
        filters={filters}
        list={list}
        rows={data?.items}
        total={data?.total ?? 0}
        columns={columns}
        rowId={({ id }) => id}
        currentId={search.id}
        onOpen={({ id }) => void set({ id, panel: 'view' })}
        sort={search.q ? undefined : 'username'}
        first={{ title: t('user.first'), text: t('user.firstText'), action: create }}
      />
      {search.panel === 'new' && <UserForm key="new" id={null} list={list} />}
      {search.id !== undefined && search.panel === 'edit' && <UserForm key={search.id} id={search.id} list={list} />}
      {search.id !== undefined && search.panel === 'view' && (
        <UserCard key={search.id} id={search.id} list={list} onAsk={ask} />
      )}
      <UserActDialog
        asked={asked}
        onAsk={ask}
        onDeleted={(id) => (search.id === id ? set({ id: undefined, panel: undefined }) : undefined)}
      />
    </>
  );
}
