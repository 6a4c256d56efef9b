import type { ReactNode } from 'react';

/** The footer of an import page, with a note on the left and the actions on the right. */
export const ActionBar = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <footer className="flex min-h-14 flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-panel px-page py-2 @lg:flex-nowrap">
    <div className="mr-auto flex min-w-0 items-center gap-1.5 text-ink-2">{note}</div>
    {children}
  </footer>
);
