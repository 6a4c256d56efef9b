import { permissionText } from '#access/common/permission-text.ts';
import type { AdminColumn } from '#crud/admin/columns.ts';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { Figure } from '#kit/cells.tsx';
import { Code } from '#kit/chip.tsx';
import type { Permission } from './permission-filter.ts';
import { RoleLinks, RouteLinks } from './permission-links.tsx';

export const permissionColumns = (): AdminColumn<Permission>[] => [
  { id: 'permission', width: 200, cell: ({ name }) => <Code>{name}</Code> },
  { id: 'meaning', width: 220, grow: true, cell: ({ name }) => permissionText(name) },
  { id: 'routes', width: 190, cell: ({ routes }) => <RouteLinks routes={routes} /> },
  {
    id: 'operations',
    width: 88,
    align: 'end',
    sortable: true,
    cell: ({ operations }) => <Figure>{operations.length > 0 ? number(operations.length) : '–'}</Figure>,
  },
  {
    id: 'people',
    width: 88,
    align: 'end',
    sortable: true,
    cell: ({ people }) => <Figure>{people === 0 ? t('permission.nobody') : number(people)}</Figure>,
  },
  { id: 'roles', width: 260, sortable: true, cell: ({ roles }) => <RoleLinks roles={roles} most={3} /> },
];
