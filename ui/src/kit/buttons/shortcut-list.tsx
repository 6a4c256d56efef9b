import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export interface ShortcutGroup {
  title: string;
  items: readonly { keys: readonly string[]; label: ReactNode }[];
}

export function ShortcutList({ groups }: { groups: readonly ShortcutGroup[] }) {
  return (
    <div className="gap-x-8 sm:columns-2">
      {groups.map((group) => (
        <section key={group.title} className="mb-4 break-inside-avoid last:mb-0">
          <h3 className="pb-1 text-xs font-medium text-ink-3">{group.title}</h3>
          <ul>
            {group.items.map((item) => (
              <li key={item.keys.join()} className="flex min-h-7 items-center justify-between gap-4">
                {item.label}
                <span className="flex flex-none gap-1">
                  {item.keys.map((key) => (
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
