import { enums, type Schemas } from '#api/metadata.gen.ts';
import { FilterConditions } from '#crud/list/filters/filter-conditions.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type ReviewFilter, WAITING_AGES } from '../home/home-search.ts';

interface Props {
  filter: ReviewFilter;
  /** Who wrote what waits; undefined while it is loading. */
  authors: Schemas['ReviewListAnswer']['data']['authors'] | undefined;
  onChange: (filter: ReviewFilter) => void;
}

/** The conditions of the review queue: the kind of item, its author, and for how long it has waited. */
export function ReviewFilters({ filter, authors = [], onChange }: Props) {
  const { t } = useTexts();
  const { kind, by, age } = filter;
  const without = (name: keyof ReviewFilter) => {
    const { [name]: _, ...rest } = filter;
    return rest;
  };
  const kinds = enums.ReviewKind.map((value) => ({ value, label: t(`review.kind.${value}`) }));
  const authorOptions = authors.map((author) => ({ value: author.by, label: author.by, note: number(author.count) }));
  const ages = WAITING_AGES.map(({ age }) => ({
    value: String(age),
    label: typeof age === 'number' ? t('review.longerThan', { count: age }) : t(`home.ages.${age}`),
  }));
  return (
    <div className="flex flex-none items-center gap-2 sm:min-h-11 sm:flex-wrap sm:border-b sm:border-line sm:px-page sm:py-2">
      <FilterConditions
        fields={[
          {
            id: 'kind',
            label: t('review.kindOfItem'),
            options: kinds,
            values: kind ? [kind] : [],
            onChange: ([value]) => {
              const next = enums.ReviewKind.find((each) => each === value);
              onChange(next ? { ...filter, kind: next } : without('kind'));
            },
          },
          {
            id: 'by',
            label: t('review.author'),
            options: authorOptions,
            values: by === undefined ? [] : [by],
            onChange: ([value]) => onChange(value === undefined ? without('by') : { ...filter, by: value }),
          },
          {
            id: 'age',
            label: t('review.age'),
            options: ages,
            values: age ? [String(age)] : [],
            onChange: ([value]) => {
              const next = WAITING_AGES.find((each) => String(each.age) === value);
              onChange(next ? { ...filter, age: next.age } : without('age'));
            },
          },
        ]}
        onClear={() => onChange({})}
        narrowed={filter.missing !== undefined}
      />
    </div>
  );
}
