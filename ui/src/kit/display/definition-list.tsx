import { Fragment, type ReactNode } from 'react';

export interface Definition {
  term: string;
  value: ReactNode;
}

interface Props {
  items: readonly Definition[];
  /** In pixels. Lists below each other with the same width have their values in one line, unless one has a longer term. */
  termWidth?: number;
}

/** A list of terms and values, without the entries that have no value. Terms have less than half of the width. */
export function DefinitionList({ items, termWidth = 76 }: Props) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)]">
      {items
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ term, value }) => (
          <Fragment key={term}>
            <dt className="flex min-h-7 items-start pt-1.5 pr-3 text-xs text-ink-3" style={{ minWidth: termWidth }}>
              {term}
            </dt>
            <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1.5 py-1 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
