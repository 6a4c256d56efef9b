import type { ReactNode } from 'react';
import { IconButton } from '#kit/buttons/button.tsx';

interface Props {
  label: string;
  onSelect: (() => void) | undefined;
  children: ReactNode;
}

/** A value with a button that filters the log by it. */
export const FilterableValue = ({ label, onSelect, children }: Props) => (
  <span className="flex w-full items-center gap-1.5">
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">{children}</span>
    {onSelect && <IconButton icon="filter" aria-label={label} className="-my-1 ml-auto" onClick={onSelect} />}
  </span>
);
