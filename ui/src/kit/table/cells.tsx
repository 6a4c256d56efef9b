import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

interface TwoLinesProps {
  main: ReactNode;
  second?: ReactNode;
  strong?: boolean | undefined;
  mono?: boolean | undefined;
}

/** Two lines in a comfortable row, one with the second part in grey in a compact one. */
export function TwoLines({ main, second, strong, mono }: TwoLinesProps) {
  return (
    <span className={cx('two-lines min-w-0 truncate', strong && 'strong', mono && 'mono')}>
      <span className="first">{main}</span> {second && <span className="second">{second}</span>}
    </span>
  );
}

/** Secondary text of a cell: times, zones. */
export function MutedText({ children }: { children: ReactNode }) {
  return <span className="text-xs text-ink-2">{children}</span>;
}

export function NumberText({ children }: { children: ReactNode }) {
  return <span className="font-mono text-xs text-ink-2">{children}</span>;
}
