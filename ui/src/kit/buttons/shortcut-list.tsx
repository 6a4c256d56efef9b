import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';
import { isMac, modKeyLabel, shiftKeyLabel } from '#kit/keys.ts';
import { Kbd } from './kbd.tsx';

const KEY_LABELS: Record<string, string> = {
  mod: modKeyLabel,
  alt: isMac ? '⌥' : 'Alt',
  shift: shiftKeyLabel,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const keyLabel = (key: string) => KEY_LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Returns the labels of the keys of shortcuts such as `mod+s` or `ArrowUp ArrowDown`, each once. */
export const keyLabels = (keys: string): string[] =>
  keys === ' ' ? ['Space'] : [...new Set(keys.split(/[ +]/).map(keyLabel))];

export interface ShortcutGroup {
  title: string;
  items: readonly { keys: string; label: ReactNode }[];
}

export function ShortcutList({ groups }: { groups: readonly ShortcutGroup[] }) {
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
