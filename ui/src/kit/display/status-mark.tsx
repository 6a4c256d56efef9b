import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

export type Status = 'pending' | 'approved' | 'active' | 'inactive' | 'rejected';
export type DotTone = Status | 'ok' | 'info' | 'warn' | 'bad' | 'idle';

export function Dot({ tone, className }: { tone: DotTone; className?: string | undefined }) {
  return <i aria-hidden className={cx(`dot dot-${tone}`, className)} />;
}

interface StatusMarkProps {
  status: DotTone;
  /** required, because colour alone is not accessible */
  label: ReactNode;
  className?: string | undefined;
}

export function StatusMark({ status, label, className }: StatusMarkProps) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <Dot tone={status} />
      {label}
    </span>
  );
}
