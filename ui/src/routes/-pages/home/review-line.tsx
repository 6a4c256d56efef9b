import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Time } from '#crud/text/time.tsx';

interface Props {
  rowKey: string;
  /** the outcome, shown instead of the actions once the item is decided or gone */
  outcomeText?: string | undefined;
  /** the code or an icon */
  leadingContent: ReactNode;
  name: string;
  link: { to: string; params?: { id: string }; search?: { id: number; panel: string } };
  by: string;
  time: string;
  busy?: boolean;
  /** shown on hover and focus over author and time, without moving anything */
  actions: ReactNode;
  /** what the item is */
  children: ReactNode;
}

/** A row of the review queue that is a link as a whole. */
export function ReviewLine({
  rowKey,
  outcomeText,
  leadingContent,
  name,
  link,
  by,
  time,
  busy,
  actions,
  children,
}: Props) {
  return (
    <li
      data-row={rowKey}
      data-ended={outcomeText === undefined ? undefined : true}
      className="group relative flex h-10.25 items-center gap-2.5 border-line px-4 max-sm:h-auto max-sm:flex-wrap max-sm:gap-y-2 max-sm:py-2.5 not-first:border-t focus-within:bg-hover hover:bg-hover"
    >
      <span className="min-w-14 flex-none">{leadingContent}</span>
      <span className="min-w-0 flex-1">
        <Link
          data-item
          {...link}
          className="min-w-0 truncate block leading-4.5 font-medium in-data-ended:font-normal in-data-ended:text-ink-3 -outline-offset-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
        </Link>
        <span className="flex gap-x-2 text-xs text-ink-3 max-sm:flex-wrap">{children}</span>
      </span>
      {outcomeText === undefined ? (
        <span className="flex-none text-end text-xs text-ink-3 sm:group-focus-within:invisible sm:group-hover:invisible">
          <span className="block">{by}</span>
          <Time iso={time} />
        </span>
      ) : (
        <span className="flex-none text-xs text-ink-3">{outcomeText}</span>
      )}
      {outcomeText === undefined && (
        <span
          data-busy={busy || undefined}
          className="absolute right-4 flex gap-1 bg-hover pl-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-busy:opacity-100 max-sm:static max-sm:w-full max-sm:bg-transparent max-sm:pl-0 max-sm:opacity-100 max-sm:*:h-10 max-sm:*:flex-1"
        >
          {actions}
        </span>
      )}
    </li>
  );
}
