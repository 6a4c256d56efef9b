import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import type { Permission } from './permission-filter.ts';

/** The pages that a permission opens. */
export function RouteLinks({ routes }: Pick<Permission, 'routes'>) {
  if (routes.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <span className="flex min-w-0 gap-2">
      {routes.map((route) => (
        // pages of the contract, known at run time only
        <Link key={route} to={route as string} className={`cut font-mono text-xs ${linkClass}`}>
          {route}
        </Link>
      ))}
    </span>
  );
}

/** The roles that hold a permission, each the way to it. */
export function RoleLinks({ roles, wrap }: Pick<Permission, 'roles'> & { wrap?: boolean }) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-ink-3">{t('permission.noRole')}</span>;
  return (
    <span className={wrap ? 'flex flex-wrap gap-x-2.5 gap-y-1' : 'cut block'}>
      {roles.map(({ id, name, displayName }, index) => (
        <span key={id} title={name}>
          {!wrap && index > 0 && t('common.separator')}
          {/* the list of roles takes what it understands of it */}
          <Link to="/users/role-list" search={{ id, panel: 'edit' } as never} className={linkClass}>
            {displayName}
          </Link>
        </span>
      ))}
    </span>
  );
}
