import { type ReactNode, useState } from 'react';
import { Time } from '#crud/text/time.tsx';
import { Icon } from '#kit/buttons/icon.tsx';

interface Props {
  /** ISO 8601. */
  time: string;
  isInitiallyOpen?: boolean;
  head: (isOpen: boolean) => ReactNode;
  children: ReactNode;
}

/** A collapsible entry of a history: a line with a summary and the time, and details below. */
export function HistoryLine({ time, isInitiallyOpen = false, head, children }: Props) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        {head(isOpen)}
        <span className="ml-auto flex-none text-xs text-ink-3">
          <Time iso={time} />
        </span>
      </button>
      {isOpen && <div className="px-4 pb-3 pl-10">{children}</div>}
    </li>
  );
}
