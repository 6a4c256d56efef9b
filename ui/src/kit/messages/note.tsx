import type { ReactNode } from 'react';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import type { Tone } from '#kit/display/tag.tsx';

const looks: Record<Tone, { icon: IconName; ground: string; sign: string }> = {
  info: { icon: 'info', ground: 'bg-info-soft inset-ring-info-edge', sign: 'text-info-ink' },
  warn: { icon: 'warning', ground: 'bg-warn-soft inset-ring-warn-edge', sign: 'text-warn-ink' },
  bad: { icon: 'error', ground: 'bg-bad-soft inset-ring-bad-edge', sign: 'text-bad-ink' },
  ok: { icon: 'check', ground: 'bg-ok-soft inset-ring-ok-edge', sign: 'text-ok-ink' },
};

interface NoteProps {
  tone: Tone;
  /** at the right: a link or a small button */
  action?: ReactNode;
  /** announced when it appears */
  live?: boolean | undefined;
  children: ReactNode;
}

export function Note({ tone, action, live, children }: NoteProps) {
  const { icon, ground, sign } = looks[tone];
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-2 rounded-sm px-2.5 py-2 text-xs leading-[18px] inset-ring', ground)}
    >
      <Icon name={icon} className={cx('mt-px', sign)} />
      <div className="min-w-0 flex-1">{children}</div>
      {/* no taller than a line, so that it stands beside the first */}
      {action && <div className="-my-1 flex-none self-center">{action}</div>}
    </div>
  );
}
