import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

const TONE_CLASSES = {
  plain: 'border-line-strong bg-panel text-ink-3',
  /** on a primary button */
  accent: 'border-on-accent/45 text-on-accent',
  /** on a dark background */
  plate: 'border-plate-2 text-on-plate-2',
};

export function Kbd({
  children,
  tone = 'plain',
}: {
  children: ReactNode;
  tone?: keyof typeof TONE_CLASSES | undefined;
}) {
  return (
    <kbd
      className={cx(
        'inline-flex h-4.5 min-w-4.5 flex-none pointer-coarse:hidden items-center justify-center rounded-xs border px-1',
        'font-sans text-2xs font-medium whitespace-nowrap',
        TONE_CLASSES[tone],
      )}
    >
      {children}
    </kbd>
  );
}
