import { enums, settings } from '#api/facts.gen.ts';
import { readPointer } from '#crud/merge.ts';
import { useField } from '#crud/record/form-context.ts';
import { pointerText, valueText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Segmented } from '#kit/segmented.tsx';
import { BackToDefault } from './setting-row.tsx';

const initial = settings.find(({ name }) => name === 'review')?.default;
const words = (review: unknown) => valueText('Settings', '/review/-', review);

/** Who may approve the records of one kind. */
export function ReviewSetting({ kind }: { kind: string }) {
  useTexts();
  const { value, set, lock, error } = useField(`review/${kind}`);
  const label = pointerText(`/${kind}`);
  const first = readPointer(initial, `/${kind}`);
  return (
    <div
      data-pointer={`/review/${kind}`}
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0"
    >
      <span className="mr-auto">{label}</span>
      {error && <span className="text-xs text-bad-ink">{error}</span>}
      {value !== first && <BackToDefault label={label} initial={words(first)} onReset={() => set(first)} />}
      <Segmented
        aria-label={label}
        value={String(value)}
        onChange={set}
        lock={lock}
        options={enums.Review.map((review) => ({ value: review, label: words(review) }))}
      />
    </div>
  );
}
