import type { ComponentProps } from 'react';
import { cx } from '#kit/cx.ts';

/** A button that looks like a link. */
export function LinkButton({ className, type = 'button', ...native }: ComponentProps<'button'>) {
  return (
    <button
      {...native}
      type={type}
      className={cx('rounded-xs font-medium text-accent-ink hover:underline disabled:text-ink-off', className)}
    />
  );
}

/** The same style for real links, which the router renders. */
export const linkClass = 'rounded-xs font-medium text-accent-ink hover:underline';
