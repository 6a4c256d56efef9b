import type { ComponentProps, ReactNode } from 'react';
import { DensitySwitch } from '#crud/list/columns/density-switch.tsx';
import { FilterConditions } from './filter-conditions.tsx';

interface Props extends ComponentProps<typeof FilterConditions>, ComponentProps<typeof DensitySwitch> {
  /** Controls before the chips: the search field and filters that always have a value. */
  start?: ReactNode;
  /** A button at the right; on phones it follows the chips. */
  action?: ReactNode;
  /** Controls at the right, before the density switch. Phones have neither. */
  end?: ReactNode;
}

/** The row above a table with its filters and display settings. */
export function FilterRow({ start, action, end, preferences, onPreferences, ...conditions }: Props) {
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-page py-2">
      {start}
      <FilterConditions {...conditions} />
      <div className="ml-auto flex items-center gap-2 max-sm:contents">
        {action && <div className="empty:hidden max-sm:order-1">{action}</div>}
        <div className="contents max-sm:hidden">
          {end}
          <DensitySwitch preferences={preferences} onPreferences={onPreferences} />
        </div>
      </div>
    </div>
  );
}
