import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Fragment } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import type { MenuEntry, MenuProps } from './menu.tsx';
import { type ReplayProps, useReplayedPress } from './replay-press.ts';

export function MenuLayer({
  trigger,
  items,
  header,
  align = 'end',
  width = 200,
  gap = 4,
  pressRef,
}: MenuProps & ReplayProps) {
  const button = useReplayedPress(pressRef);
  return (
    <HeadlessMenu>
      <MenuButton as={Fragment} ref={button}>
        {trigger}
      </MenuButton>
      <MenuItems
        modal={false}
        transition
        anchor={{ to: `bottom ${align}`, gap, padding: 8 }}
        style={{ minWidth: width }}
        className="layer fade z-(--z-pop) p-1 outline-none [--anchor-max-height:310px]"
      >
        {header && <div className="border-b border-line px-2 py-1.5 text-xs text-ink-3">{header}</div>}
        {items.map((item) => (
          <Fragment key={item.id}>
            {item.separatorBefore && <div className="-mx-1 my-1 h-px bg-line" />}
            <MenuEntryItem {...item} />
          </Fragment>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}

function MenuEntryItem({ label, icon, shortcut, tone, disabledReason, checked, onSelect }: MenuEntry) {
  return (
    <MenuItem
      as="button"
      type="button"
      aria-disabled={disabledReason ? true : undefined}
      aria-current={checked || undefined}
      onClick={(event) => (disabledReason ? event.preventDefault() : onSelect())}
      className={cx(
        'layer-item outline-none',
        tone === 'bad' && !disabledReason && 'text-bad-ink',
        disabledReason && 'text-ink-3',
      )}
    >
      {(icon || disabledReason) && <Icon name={disabledReason ? 'lock' : (icon ?? 'lock')} size={14} />}
      <span className="min-w-0 flex-1">
        {label}
        {disabledReason && <span className="block max-w-60 text-xs text-ink-3">{disabledReason}</span>}
      </span>
      {checked && <Icon name="check" size={14} className="text-accent-ink" />}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </MenuItem>
  );
}
