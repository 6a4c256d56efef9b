import { Link } from '@tanstack/react-router';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { api } from '#session/session.ts';

/** The ages that the server counts, each with its filter of the queue and a colour, which is stronger the longer items have waited. */
const AGE_GROUPS = [
  { from: 0, age: '0-1', text: '0-1', colorClass: 'bg-accent/30' },
  { from: 2, age: '2-6', text: '2-6', colorClass: 'bg-accent/60' },
  { from: 7, age: '7-29', text: '7-29', colorClass: 'bg-accent' },
  { from: 30, age: 30, text: 'longer', colorClass: 'bg-warn' },
] as const;

/** How many items have waited for a review for how long, as a bar; each number leads to these items in the queue. */
export function ReviewAges() {
  const { t } = useTexts();
  const { data } = useRead({
    queryKey: ['reviews', 'ages'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/reviews/ages', { signal })).data.ages,
  });
  const countOf = (group: number) => data?.find(({ from }) => from === group)?.count;
  return (
    <div className="border-b border-line px-4 pt-3 pb-1">
      <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-[2px] bg-active">
        {AGE_GROUPS.map(({ from, colorClass }) => {
          const count = countOf(from);
          return count ? (
            <i key={from} style={{ flexGrow: count }} className={cx('block h-full min-w-0.5 basis-0', colorClass)} />
          ) : null;
        })}
      </div>
      <ul
        aria-label={t('home.ages.label')}
        className="mt-1 flex justify-between gap-x-3 max-sm:grid max-sm:grid-cols-2"
      >
        {AGE_GROUPS.map(({ from, age, text, colorClass }) => (
          <li key={from}>
            <Link
              to="/"
              search={{ review: 'all', age }}
              className="flex min-h-7 items-center gap-1.5 rounded-xs text-xs text-ink-2 hover:underline pointer-coarse:min-h-10"
            >
              <i aria-hidden className={cx('size-2 flex-none rounded-[2px]', colorClass)} />
              {t(`home.ages.${text}`)}
              <span className="min-w-3 font-mono font-medium text-ink">{data && number(countOf(from) ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
