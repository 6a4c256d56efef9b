import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import type { RowAction } from './data-table-types.ts';

interface RowActionsProps {
  actions: readonly RowAction[];
  /** over the row's right edge, seen on hover and focus; else plain, for a column of its own */
  floating?: boolean | undefined;
}

/** Native titles instead of tooltips: a table may hold three hundred of these. */
export function RowActions({ actions, floating }: RowActionsProps) {
  return (
    <div className={floating ? 'row-actions floating' : 'row-actions'}>
      {actions.map(({ id, label, icon, tone, refused, onSelect, onAhead }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          aria-label={refused ? `${label}: ${refused}` : label}
          title={refused || label}
          aria-disabled={refused ? true : undefined}
          onClick={refused ? undefined : onSelect}
          onPointerEnter={onAhead}
          onFocus={onAhead}
          className={cx('row-action', tone === 'bad' && 'hover:text-bad-ink')}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
