import type { AdminColumn } from '#crud/admin/columns.ts';
import { Time } from '#crud/time.tsx';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { Figure, Quiet, TwoLines } from '#kit/cells.tsx';
import { Code } from '#kit/chip.tsx';
import type { RowAction } from '#kit/data-table.tsx';
import { RowActions } from '#kit/row-actions.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { type Account, marks } from './account.ts';
import { RoleTags } from './role-tags.tsx';

export const userColumns = (actions: (account: Account) => RowAction[]): AdminColumn<Account>[] => [
  { id: 'username', width: 136, sortable: true, cell: ({ username }) => <Code>{username}</Code> },
  {
    id: 'displayName',
    width: 200,
    grow: true,
    sortable: true,
    cell: ({ displayName, email }) => <TwoLines strong main={displayName} second={email} />,
  },
  { id: 'email', width: 220, hidden: true, sortable: true, cell: ({ email }) => <Quiet>{email}</Quiet> },
  { id: 'roles', width: 176, cell: ({ roles }) => <RoleTags roles={roles} /> },
  {
    id: 'status',
    width: 88,
    sortable: true,
    cell: ({ status }) => <StatusMark status={marks[status]} label={t(`user.status.${status}`)} />,
  },
  {
    id: 'secondFactor',
    width: 100,
    cell: ({ secondFactor }) => <Quiet>{t(secondFactor ? 'user.secondFactorOn' : 'user.secondFactorOff')}</Quiet>,
  },
  {
    id: 'lastSeen',
    width: 112,
    sortable: true,
    cell: ({ lastSeen }) => (
      <Quiet>{lastSeen ? <Time iso={lastSeen} /> : <span className="text-ink-3">{t('user.never')}</span>}</Quiet>
    ),
  },
  {
    id: 'openSessions',
    width: 72,
    align: 'end',
    cell: ({ openSessions }) => <Figure>{openSessions === 0 ? '—' : number(openSessions)}</Figure>,
  },
  ...(['createTime', 'updateTime'] as const).map(
    (id): AdminColumn<Account> => ({
      id,
      width: 112,
      sortable: true,
      cell: (account) => (
        <Quiet>
          <Time iso={account[id]} />
        </Quiet>
      ),
    }),
  ),
  { id: 'actions', width: 108, cell: (account) => <RowActions actions={actions(account)} /> },
];
