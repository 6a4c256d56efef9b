import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import type { RowAction } from './data-table-types.ts';

interface RowActionsProps {
  actions: readonly RowAction[];
  /** over the row's right edge, seen on hover and focus; else plain, for a column of its own */
  floating?: boolean | undefined;
}

/** Icons where the table has room, else a menu. Native titles instead of tooltips: a table may hold three hundred of these. */
export function RowActions({ actions, floating }: RowActionsProps) {
  return (
    <div className={floating ? 'row-actions floating' : 'row-actions'}>
      {actions.map(({ id, label, icon, tone, disabledReason, onSelect, onAhead }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          aria-label={disabledReason ? `${label}: ${disabledReason}` : label}
          title={disabledReason || label}
          aria-disabled={disabledReason ? true : undefined}
          onClick={disabledReason ? undefined : onSelect}
          onPointerEnter={onAhead}
          onFocus={onAhead}
          className={cx('row-action', !floating && 'row-action-icon', tone === 'bad' && 'hover:text-bad-ink')}
        >
          <Icon name={icon} />
        </button>
      ))}
      {!floating && actions.length > 0 && <RowMenu actions={actions} />}
    </div>
  );
}

function RowMenu({ actions }: Pick<RowActionsProps, 'actions'>) {
  const { rowActions } = useKitTexts();
  return (
    <Menu
      mountOnPress
      trigger={
        <button type="button" tabIndex={-1} aria-label={rowActions} title={rowActions} className="row-action row-menu">
          <Icon name="more" />
        </button>
      }
      items={actions.map(({ onAhead: _, ...entry }) => entry)}
    />
  );
}
