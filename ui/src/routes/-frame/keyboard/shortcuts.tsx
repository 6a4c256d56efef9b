import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { keyLabels } from '#kit/keys.ts';
import { Dialog } from '#kit/layers/dialog.tsx';
import { listShortcuts, type ShortcutName } from '#kit/shortcuts.ts';

/** The places of shortcuts, the innermost first. */
const PLACES = {
  inForm: ['save', 'explain'],
  inCard: ['edit', 'history', 'copy', 'nextRecord', 'previousRecord'],
  inReview: ['nextItem', 'previousItem', 'approve', 'approveAndActivate', 'reject', 'skip', 'undo', 'openItem'],
  inList: ['create', 'filter', 'move', 'open', 'select', 'selectAll', 'extend', 'resize'],
  anywhere: ['search', 'goTo', 'help', 'message', 'escape'],
} as const satisfies Record<string, readonly ShortcutName[]>;

/** The keys of actions that are the same wherever they are handled. */
const USUAL_KEYS: Partial<Record<ShortcutName, string>> = {
  move: 'ArrowUp ArrowDown ArrowLeft ArrowRight',
  extend: 'shift+ArrowUp shift+ArrowDown',
  resize: 'alt+ArrowLeft alt+ArrowRight alt+Enter',
  escape: 'Esc',
};

type Place = keyof typeof PLACES;
// the cast: the keys of the object are its type's keys
const places = Object.keys(PLACES) as Place[];

/** Shows the keys that the components of the current page handle. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const mountedShortcuts = listShortcuts();
  const groups = places.flatMap((place) => {
    const items = PLACES[place].flatMap((name) => {
      const shortcut = mountedShortcuts.find((mounted) => mounted.name === name);
      const keys = shortcut?.key ?? USUAL_KEYS[name];
      return shortcut && keys ? [{ keys, label: t(`shortcuts.${name}`) }] : [];
    });
    return items.length > 0 ? [{ title: t(`shortcuts.${place}`), items }] : [];
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} width={groups.length > 1 ? 560 : 320}>
      <ShortcutList groups={groups} />
    </Dialog>
  );
}

interface ShortcutGroup {
  title: string;
  items: readonly { keys: string; label: ReactNode }[];
}

function ShortcutList({ groups }: { groups: readonly ShortcutGroup[] }) {
  return (
    <div className={cx('gap-x-8', groups.length > 1 && 'sm:columns-2')}>
      {groups.map((group) => (
        <section key={group.title} className="mb-4 break-inside-avoid last:mb-0">
          <h3 className="pb-1 text-xs font-medium text-ink-3">{group.title}</h3>
          <ul>
            {group.items.map((item) => (
              <li key={item.keys} className="flex min-h-7 items-center justify-between gap-4">
                {item.label}
                <span className="flex flex-none gap-1 pointer-coarse:*:inline-flex!">
                  {keyLabels(item.keys).map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
