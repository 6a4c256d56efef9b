import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { listKeys } from './list-keys.ts';
import { type Option, OptionLine } from './option.tsx';
import { matchOptions } from './option-match.ts';
import { SearchField } from './search-field.tsx';

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
      <ul className="max-h-70 overflow-y-auto p-1">
        {shown.map((option, index) => {
          const chosen = field.values.includes(option.value);
          return (
            <li key={option.value}>
              {option.group && option.group !== shown[index - 1]?.group && (
                <div className="px-2 pt-2 pb-1 text-xs text-ink-3">{option.group}</div>
              )}
              <button
                type="button"
                data-item
                aria-pressed={chosen}
                onClick={() => pick(option.value)}
                className="layer-item hover:bg-active focus-visible:outline-offset-[-2px]"
              >
                <OptionLine option={option} selected={chosen} />
              </button>
            </li>
          );
        })}
        {shown.length === 0 && (
          <li className="flex items-center gap-2 px-2 py-1.5 text-ink-3">
            {field.loading && <Icon name="busy" size={14} className="turn" />}
            {field.loading ? texts.loading : texts.noMatches}
          </li>
        )}
      </ul>
    </div>
  );
}
