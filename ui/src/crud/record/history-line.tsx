import { type ReactNode, useState } from 'react';
import { Time } from '#crud/time.tsx';
import { Icon } from '#kit/buttons/icon.tsx';

interface Props {
  /** ISO 8601. */
  time: string;
  opened?: boolean;
  head: (isOpen: boolean) => ReactNode;
  children: ReactNode;
}

/** An entry of a history: a line that says what happened and when, and unfolds what exactly. */
export function HistoryLine({ time, opened = false, head, children }: Props) {
  const [open, setOpen] = useState(opened);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        {head(open)}
        <span className="ml-auto flex-none text-xs text-ink-3">
          <Time iso={time} />
        </span>
      </button>
      {open && <div className="px-4 pb-3 pl-10">{children}</div>}
    </li>
  );
}
