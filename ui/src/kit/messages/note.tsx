import type { ReactNode } from 'react';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import type { Tone } from '#kit/display/tag.tsx';

const TONE_STYLES: Record<Tone, { icon: IconName; backgroundClass: string; iconClass: string }> = {
  info: { icon: 'info', backgroundClass: 'bg-info-soft inset-ring-info-edge', iconClass: 'text-info-ink' },
  warn: { icon: 'warning', backgroundClass: 'bg-warn-soft inset-ring-warn-edge', iconClass: 'text-warn-ink' },
  bad: { icon: 'error', backgroundClass: 'bg-bad-soft inset-ring-bad-edge', iconClass: 'text-bad-ink' },
  ok: { icon: 'check', backgroundClass: 'bg-ok-soft inset-ring-ok-edge', iconClass: 'text-ok-ink' },
};

interface NoteProps {
  tone: Tone;
  /** shown at the right: a link or a small button */
  action?: ReactNode;
  /** announced when it appears */
  live?: boolean | undefined;
  children: ReactNode;
}

export function Note({ tone, action, live, children }: NoteProps) {
  const { icon, backgroundClass, iconClass } = TONE_STYLES[tone];
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-2 rounded-sm px-2.5 py-2 text-xs leading-[18px] inset-ring', backgroundClass)}
    >
      <Icon name={icon} className={cx('mt-px', iconClass)} />
      <div className="min-w-0 flex-1">{children}</div>
      {/* the negative margin keeps a button from making the note taller than its text */}
      {action && <div className="-my-1 flex-none self-center">{action}</div>}
    </div>
  );
}
