import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { type Option, OptionLine } from '#kit/choice/option.tsx';
import { matchOptions } from '#kit/choice/option-match.ts';
import { SearchField } from '#kit/fields/search-field.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { moveFocusByArrows } from './move-focus-by-arrows.ts';

export interface FilterField {
  id: string;
  label: string;
  /** all options, or with `onQuery` the results of the last query */
  options?: readonly Option[] | undefined;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** more than one value at a time */
  multiple?: boolean | undefined;
  onQuery?: ((query: string) => void) | undefined;
  loading?: boolean | undefined;
  /** shown in its chip instead of the labels of its values */
  chipContent?: ReactNode;
  /** instead of options: a date range, a number */
  editor?: ((close: () => void) => ReactNode) | undefined;
}

const MIN_OPTIONS_FOR_SEARCH = 9;

/** A list to choose the values of a condition, used in the filter menu and in the chips. */
export function FilterValues({ field, close }: { field: FilterField; close: () => void }) {
  const texts = useKitTexts();
  const [query, setQuery] = useState('');
  if (field.editor) return field.editor(close);
  const allOptions = field.options ?? [];
  const visibleOptions = field.onQuery ? allOptions : matchOptions(allOptions, query);
  const [firstMatch] = query.trim() === '' ? [] : visibleOptions;

  function toggleValue(value: string) {
    if (!field.multiple) {
      field.onChange([value]);
      return close();
    }
    const isChosen = field.values.includes(value);
    field.onChange(isChosen ? field.values.filter((other) => other !== value) : [...field.values, value]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move between the buttons inside
    <div onKeyDown={moveFocusByArrows}>
      {(field.onQuery || allOptions.length >= MIN_OPTIONS_FOR_SEARCH) && (
        <div className="p-1 pb-0">
          <SearchField
            aria-label={field.label}
            placeholder={field.label}
            value={query}
            autoFocus
            onSubmit={() => firstMatch && !field.loading && toggleValue(firstMatch.value)}
            onChange={(text) => {
              setQuery(text);
              field.onQuery?.(text);
            }}
          />
        </div>
      )}
      {visibleOptions.length > 0 && (
        <OptionList options={visibleOptions} chosenValues={field.values} onPick={toggleValue} />
      )}
      {visibleOptions.length === 0 && (
        <div className="flex items-center gap-2 px-3 py-2.5 text-ink-3">
          {field.loading && <Icon name="busy" size={14} className="animate-spin motion-reduce:animate-none" />}
          {field.loading ? texts.loading : texts.noMatches}
        </div>
      )}
    </div>
  );
}

/** The height of a line without a heading; lines are measured once they are rendered. */
const ESTIMATED_LINE_HEIGHT_PX = 32;
const OVERSCAN_LINES = 10;

interface OptionListProps {
  options: readonly Option[];
  chosenValues: readonly string[];
  onPick: (value: string) => void;
}

/** A virtual list, because there may be hundreds of options. */
function OptionList({ options, chosenValues, onPick }: OptionListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedIndex, setFocusedIndex] = useState<number>();
  // Arrow keys can be pressed faster than the list scrolls, so the lines beside the focused one are always rendered.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      if (focusedIndex !== undefined)
        for (const index of [focusedIndex - 1, focusedIndex, focusedIndex + 1])
          if (index >= 0 && index < range.count) indexes.add(index);
      return [...indexes].toSorted((a, b) => a - b);
    },
    [focusedIndex],
  );
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_LINE_HEIGHT_PX,
    getItemKey: (index) => options[index]?.value ?? index,
    overscan: OVERSCAN_LINES,
    rangeExtractor,
  });
  const lines = virtualizer.getVirtualItems();
  const paddingBottom = virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className="max-h-58 overflow-y-auto p-1">
      <ul style={{ paddingBottom }}>
        {lines.map(({ index, key, start }, place) => {
          const option = options[index];
          if (!option) return null;
          const isChosen = chosenValues.includes(option.value);
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ marginTop: start - (lines[place - 1]?.end ?? 0) }}
              onFocus={() => setFocusedIndex(index)}
            >
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
