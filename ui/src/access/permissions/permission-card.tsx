import { Link } from '@tanstack/react-router';
import { permissionText } from '#access/common/permission-text.ts';
import { notify } from '#crud/notify.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Bare, Plate } from '#kit/chip.tsx';
import { DefinitionList } from '#kit/definition-list.tsx';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { linkClass } from '#kit/link-button.tsx';
import type { Permission } from './permission-filter.ts';
import { RoleLinks, RouteLinks } from './permission-links.tsx';

/** One permission beside the list: all that it opens, and who has it through which role. */
export function PermissionCard({ permission, onClose }: { permission: Permission; onClose: () => void }) {
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
        <Plate size="md" onCopy={() => notify.success(t('common.copied'))}>
          {name}
        </Plate>
        <div className="mt-2.5 text-lg font-semibold">{permissionText(name)}</div>
      </div>
      <DrawerSection tight>
        <DefinitionList
          termWidth={92}
          items={[
            { term: pointerText('/routes'), value: routes.length > 0 ? <RouteLinks routes={routes} /> : undefined },
            { term: pointerText('/roles'), value: <RoleLinks roles={roles} /> },
            {
              term: pointerText('/people'),
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
                {/* the list of users takes what it understands of it */}
                <Link to="/users/user-list" search={{ role: role.name }} className={linkClass}>
                  {t('permission.peopleOf', { role: role.displayName })}
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
                <Bare className="w-14 flex-none">{method}</Bare>
                <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{path}</span>
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
