import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';
import { groupDigits } from '#kit/values/decimal.ts';

interface TwoLinesProps {
  main: ReactNode;
  second?: ReactNode;
  strong?: boolean | undefined;
  mono?: boolean | undefined;
}

/** Two lines in a comfortable row, or one line with the second part in grey in a compact row. */
export function TwoLines({ main, second, strong, mono }: TwoLinesProps) {
  return (
    <span className={cx('two-lines min-w-0 truncate', strong && 'strong', mono && 'mono')}>
      <span className="first">{main}</span> {second && <span className="second">{second}</span>}
    </span>
  );
}

/** Secondary text of a cell, such as times and zones. */
export function MutedText({ children }: { children: ReactNode }) {
  return <span className="text-xs text-ink-2">{children}</span>;
}

interface DecimalTextProps {
  /** A plain decimal, as it is stored. */
  children: string;
  /** The most digits after the point in the column. */
  fractionDigits: number;
}

/** An exact decimal in groups of three, padded by the fraction digits that it lacks compared with its column of its column, so that the points align. */
export function DecimalText({ children, fractionDigits }: DecimalTextProps) {
  const { length } = children.split('.')[1] ?? '';
  const missing = fractionDigits - length + (fractionDigits > 0 && length === 0 ? 1 : 0);
  return (
    <span className="font-mono text-xs" style={{ paddingRight: missing > 0 ? `${missing}ch` : undefined }}>
      {groupDigits(children)}
    </span>
  );
}

export function NumberText({ children }: { children: ReactNode }) {
  return <span className="font-mono text-xs text-ink-2">{children}</span>;
}
