import { type ReactElement, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import type { TriggerProps } from '#kit/layers/lazy-trigger.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { type FilterField, FilterValues } from './filter-values.tsx';
import { moveFocusByArrows } from './move-focus-by-arrows.ts';

export type { FilterField };

interface FilterMenuProps {
  /** the button "+ 筛选" (filter) */
  trigger: ReactElement<TriggerProps>;
  'aria-label': string;
  fields: readonly FilterField[];
}

/** A menu to choose a field and then its values. */
export function FilterMenu({ trigger, fields, ...aria }: FilterMenuProps) {
  return (
    <Popover {...aria} trigger={trigger}>
      {(close) => <FilterMenuSteps fields={fields} close={close} />}
    </Popover>
  );
}

function FilterMenuSteps({ fields, close }: { fields: readonly FilterField[]; close: () => void }) {
  const [id, setId] = useState<string>();
  const field = fields.find((candidate) => candidate.id === id);
  if (field) {
    return (
      <>
        <button
          type="button"
          onClick={() => setId(undefined)}
          className="flex h-8 w-full items-center gap-1.5 rounded-t-md border-b border-line px-2 text-xs text-ink-3 hover:text-ink focus-visible:outline-offset-[-2px]"
        >
          <Icon name="chevron-left" size={14} />
          {field.label}
        </button>
        <FilterValues field={field} close={close} />
      </>
    );
  }
  return (
    <ul className="max-h-77 overflow-y-auto p-1" onKeyDown={moveFocusByArrows}>
      {fields.map((candidate) => (
        <li key={candidate.id}>
          <button
            type="button"
            data-item
            onClick={() => setId(candidate.id)}
            className="layer-item hover:bg-active focus-visible:outline-offset-[-2px]"
          >
            <span className="min-w-0 truncate flex-1">{candidate.label}</span>
            {candidate.values.length > 0 && <Icon name="check" size={14} className="text-accent-ink" />}
            <Icon name="chevron-right" size={14} className="text-ink-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
