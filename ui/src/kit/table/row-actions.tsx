import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import type { RowAction } from './data-table-types.ts';

interface RowActionsProps {
  actions: readonly RowAction[];
  /** shown over the row's right edge on hover and focus, instead of in a column */
  floating?: boolean | undefined;
}

/** Icon buttons, or a menu in a narrow table. They use native titles, because a table may have three hundred of them. */
export function RowActions({ actions, floating }: RowActionsProps) {
  return (
    <div className={floating ? 'row-actions floating' : 'row-actions'}>
      {actions.map(({ id, label, icon, tone, disabledReason, onSelect, onPrefetch }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          aria-label={disabledReason ? `${label}: ${disabledReason}` : label}
          title={disabledReason || label}
          aria-disabled={disabledReason ? true : undefined}
          onClick={disabledReason ? undefined : onSelect}
          onPointerEnter={onPrefetch}
          onFocus={onPrefetch}
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
      items={actions.map(({ onPrefetch: _, ...entry }) => entry)}
    />
  );
}
