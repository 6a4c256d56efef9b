import { Link } from '@tanstack/react-router';
import type { Role } from '#access/common/use-roles.ts';
import type { ListColumn } from '#crud/list/columns/list-columns.tsx';
import { Time } from '#crud/text/time.tsx';
import { labelIn } from '#crud/text/value-text.ts';
import { roleName } from '#i18n/display-name.ts';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { MutedText, NumberText, TwoLines } from '#kit/table/cells.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { useSession } from '#session/use-session.ts';

export const roleColumns = (actions: (role: Role) => RowAction[]): ListColumn<Role>[] => [
  { id: 'name', pinned: true, width: 148, sortable: true, cell: ({ name }) => <Code>{name}</Code> },
  {
    id: 'displayName',
    label: labelIn('RoleBody', '/displayName'),
    width: 260,
    truncates: true,
    onPhone: 'secondLine',
    sortable: true,
    cell: (role) => <TwoLines strong main={roleName(role)} second={role.description} />,
  },
  {
    id: 'permissions',
    width: 132,
    cell: ({ administrator, unconfirmedAdministrator, permissions }) =>
      administrator ? (
        <Tag icon="shield">{t('user.roleGivesAll')}</Tag>
      ) : (
        <span className="flex items-center gap-1.5">
          <NumberText>{number(permissions.length)}</NumberText>
          {unconfirmedAdministrator && <Tag tone="warn">{t('role.unconfirmed')}</Tag>}
        </span>
      ),
  },
  { id: 'people', width: 88, sortable: true, align: 'end', cell: (role) => <PeopleLink role={role} /> },
  ...(['createTime', 'updateTime'] as const).map(
    (id): ListColumn<Role> => ({
      id,
      width: 120,
      sortable: true,
      cell: (role) => (
        <MutedText>
          <Time iso={role[id]} />
        </MutedText>
      ),
    }),
  ),
  {
    id: 'updatedBy',
    width: 112,
    truncates: true,
    hiddenByDefault: true,
    cell: ({ updatedBy }) => <MutedText>{updatedBy}</MutedText>,
  },
  { id: 'actions', width: 108, cell: (role) => <RowActions actions={actions(role)} /> },
];

/** The number of people who have a role, as a link to the list of them for those who may see it. */
export function PeopleLink({ role: { name, people } }: { role: Pick<Role, 'name' | 'people'> }) {
  const { can } = useSession();
  if (people === 0 || !can('user:read')) return <NumberText>{number(people)}</NumberText>;
  return (
    // the user list parses its URL parameters itself
    <Link
      to="/users/user-list"
      search={{ role: name }}
      className={`font-mono text-xs ${linkClass} pointer-coarse:-mx-4 pointer-coarse:px-4`}
    >
      {number(people)}
    </Link>
  );
}
