import type { ComponentProps } from 'react';
import { cx } from '#kit/cx.ts';

/** The same style for real links, which the router renders. On touch screens its target is larger than its text. */
export const linkClass = 'rounded-xs font-medium text-accent-ink hover:underline touch-padding';

/** A button that looks like a link. */
export function LinkButton({ className, type = 'button', ...native }: ComponentProps<'button'>) {
  return <button {...native} type={type} className={cx(linkClass, 'disabled:text-ink-off', className)} />;
}
