import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { Tag, TagLine } from '#kit/tag.tsx';
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

interface RoleProps extends Pick<Permission, 'roles'> {
  /** How many find room; without it all of them, on as many lines as it takes. */
  most?: number;
}

/** The roles that hold a permission, each the way to it. */
export function RoleLinks({ roles, most }: RoleProps) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-xs text-ink-3">{t('permission.noRole')}</span>;
  const shown = roles.slice(0, most);
  const Row = most ? TagLine : Wrapped;
  return (
    <Row>
      {shown.map(({ id, name, displayName }) => (
        // the list of roles takes what it understands of it
        <Link
          key={id}
          to="/users/role-list"
          search={{ id, panel: 'edit' }}
          title={name}
          className="grid grid-cols-[minmax(0,auto)] rounded-xs hover:underline"
        >
          <Tag>
            <span className="cut max-w-28">{displayName}</span>
          </Tag>
        </Link>
      ))}
      {roles.length > shown.length && (
        <Tag>
          <span title={roles.map(({ displayName }) => displayName).join(t('common.separator'))}>
            +{roles.length - shown.length}
          </span>
        </Tag>
      )}
    </Row>
  );
}

const Wrapped = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-1">{children}</span>
);
