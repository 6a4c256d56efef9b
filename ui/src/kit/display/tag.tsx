import type { ReactNode } from 'react';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';

export type Tone = 'ok' | 'info' | 'warn' | 'bad';

const TONE_CLASSES = {
  plain: 'bg-sunken text-ink-2 inset-ring-line',
  ok: 'bg-ok-soft text-ok-ink inset-ring-ok-edge',
  info: 'bg-info-soft text-info-ink inset-ring-info-edge',
  warn: 'bg-warn-soft text-warn-ink inset-ring-warn-edge',
  bad: 'bg-bad-soft text-bad-ink inset-ring-bad-edge',
};

interface TagProps {
  tone?: Tone | 'plain' | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}

export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center gap-1 rounded-xs px-1.5 text-xs whitespace-nowrap inset-ring',
        TONE_CLASSES[tone],
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** Tags in one line. Long tags are truncated so that the last one, which counts the hidden tags, stays visible. */
export function TagLine({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span
      title={title}
      className="grid min-w-0 auto-cols-[minmax(0,auto)] grid-flow-col items-center justify-start gap-1"
    >
      {children}
    </span>
  );
}
