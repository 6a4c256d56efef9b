import { useTexts } from '#i18n/i18n.ts';
import { SearchField } from '#kit/fields/search-field.tsx';
import { useTypedSearch } from './use-typed-search.ts';

interface Props {
  list: {
    search: { q?: string | undefined };
    filterBy: (part: { q: string | undefined }, options: { replace: boolean }) => void;
  };
  hint: string;
  className: string;
  /** Moves the focus to the results. */
  onLeave: () => void;
}

/** A search field that searches when typing pauses and replaces the browser's history entry. */
export function QuickSearch({ list: { search, filterBy }, hint, className, onLeave }: Props) {
  const { t } = useTexts();
  const { typed, type, go } = useTypedSearch(search.q ?? '', (q) => filterBy({ q: q || undefined }, { replace: true }));
  return (
    <SearchField
      aria-label={t('list.searchLabel')}
      placeholder={hint}
      value={typed}
      onChange={type}
      onSubmit={() => {
        go();
        onLeave();
      }}
      onArrowDown={onLeave}
      hotkey="/"
      className={className}
    />
  );
}
