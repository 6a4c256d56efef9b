import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

const TONE_CLASSES = {
  plain: 'border-line-strong bg-panel text-ink-3',
  /** on a primary button */
  accent: 'border-on-accent/45 text-on-accent',
  /** on a dark background */
  plate: 'border-plate-2 text-on-plate-2',
};

interface KbdProps {
  children: ReactNode;
  tone?: keyof typeof TONE_CLASSES | undefined;
  /** also shown on touch screens, where hints of keys only take space */
  always?: boolean | undefined;
}

export function Kbd({ children, tone = 'plain', always }: KbdProps) {
  return (
    <kbd
      className={cx(
        'inline-flex h-4.5 min-w-4.5 flex-none items-center justify-center rounded-xs border px-1',
        'font-sans text-2xs font-medium whitespace-nowrap',
        TONE_CLASSES[tone],
        !always && 'pointer-coarse:hidden',
      )}
    >
      {children}
    </kbd>
  );
}
