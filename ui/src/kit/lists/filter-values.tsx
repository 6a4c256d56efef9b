import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { type Option, OptionLine } from '#kit/choice/option.tsx';
import { matchOptions } from '#kit/choice/option-match.ts';
import { SearchField } from '#kit/fields/search-field.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { listKeys } from './list-keys.ts';

export interface FilterField {
  id: string;
  label: string;
  /** What one can choose; with `onQuery` what was found for the last query. */
  options?: readonly Option[] | undefined;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** more than one value at a time */
  multiple?: boolean | undefined;
  onQuery?: ((query: string) => void) | undefined;
  loading?: boolean | undefined;
  /** What its chip shows instead of the labels of its values. */
  chosen?: ReactNode;
  /** instead of options: a date range, a number */
  editor?: ((close: () => void) => ReactNode) | undefined;
}

const searchFrom = 9;

/** The values of one condition; in the menu that adds it and in the chip that shows it. */
export function FilterValues({ field, close }: { field: FilterField; close: () => void }) {
  const texts = useKitTexts();
  const [query, setQuery] = useState('');
  if (field.editor) return field.editor(close);
  const all = field.options ?? [];
  const shown = field.onQuery ? all : matchOptions(all, query);
  const [first] = query.trim() === '' ? [] : shown;

  function pick(value: string) {
    if (!field.multiple) {
      field.onChange([value]);
      return close();
    }
    const has = field.values.includes(value);
    field.onChange(has ? field.values.filter((other) => other !== value) : [...field.values, value]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move between the buttons inside
    <div onKeyDown={listKeys}>
      {(field.onQuery || all.length >= searchFrom) && (
        <div className="p-1 pb-0">
          <SearchField
            aria-label={field.label}
            placeholder={field.label}
            value={query}
            autoFocus
            onSubmit={() => first && !field.loading && pick(first.value)}
            onChange={(text) => {
              setQuery(text);
              field.onQuery?.(text);
            }}
          />
        </div>
      )}
      {shown.length > 0 && <OptionList options={shown} chosen={field.values} onPick={pick} />}
      {shown.length === 0 && (
        <div className="flex items-center gap-2 px-3 py-2.5 text-ink-3">
          {field.loading && <Icon name="busy" size={14} className="animate-spin motion-reduce:animate-none" />}
          {field.loading ? texts.loading : texts.noMatches}
        </div>
      )}
    </div>
  );
}

/** Of a line without a heading, in pixels; lines are measured once they are there. */
const LINE_HEIGHT = 32;
/** So many more lines on either side, so that arrow keys find their neighbour. */
const OVERSCAN = 10;

interface OptionListProps {
  options: readonly Option[];
  chosen: readonly string[];
  onPick: (value: string) => void;
}

/** Only the options in sight are in the document, as there may be hundreds. */
function OptionList({ options, chosen, onPick }: OptionListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => options[index]?.value ?? index,
    overscan: OVERSCAN,
  });
  const lines = virtualizer.getVirtualItems();
  const above = lines[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0);
  return (
    <div ref={frame} className="max-h-58 overflow-y-auto p-1">
      <ul style={{ paddingTop: above, paddingBottom: below }}>
        {lines.map(({ index, key }) => {
          const option = options[index];
          if (!option) return null;
          const isChosen = chosen.includes(option.value);
          return (
            <li key={key} ref={virtualizer.measureElement} data-index={index}>
              {option.group && option.group !== options[index - 1]?.group && (
                <div className="px-2 pt-2 pb-1 text-xs text-ink-3">{option.group}</div>
              )}
              <button
                type="button"
                data-item
                aria-pressed={isChosen}
                onClick={() => onPick(option.value)}
                className="layer-item hover:bg-active focus-visible:outline-offset-[-2px]"
              >
                <OptionLine option={option} selected={isChosen} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
