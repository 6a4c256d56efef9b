import { Fragment, type ReactNode } from 'react';

export interface Definition {
  term: string;
  value: ReactNode;
}

/** A list of terms and values, without the entries that have no value. */
export function DefinitionList({ items, termWidth = 76 }: { items: readonly Definition[]; termWidth?: number }) {
  return (
    <dl className="grid" style={{ gridTemplateColumns: `${termWidth}px minmax(0, 1fr)` }}>
      {items
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ term, value }) => (
          <Fragment key={term}>
            <dt className="flex min-h-7 items-start pt-1.5 pr-2 text-xs text-ink-3">{term}</dt>
            <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1.5 py-1 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
