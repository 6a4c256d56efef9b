import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

interface PanelProps {
  title: ReactNode;
  /** grey text after the title */
  note?: ReactNode;
  /** shown at the right of the header: a link, a tag, small buttons */
  aside?: ReactNode;
  /** removes the padding of the body, for tables and lists */
  flush?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, note, aside, flush, id, className, children }: PanelProps) {
  return (
    <section id={id} className={cx('min-w-0 rounded-md border border-line bg-panel', className)}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line px-4 py-1">
        <h2 className="text-md font-semibold">{title}</h2>
        {note && <span className="text-xs text-ink-3">{note}</span>}
        {aside && <div className="ml-auto flex items-center gap-2">{aside}</div>}
      </header>
      <div className={cx(!flush && 'px-4 pt-3 pb-3.5')}>{children}</div>
    </section>
  );
}
