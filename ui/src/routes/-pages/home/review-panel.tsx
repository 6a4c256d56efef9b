import { Link } from '@tanstack/react-router';
import type { Schemas } from '#api/metadata.gen.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { useRead } from '#crud/read/use-read.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { SkeletonLines } from './home-skeleton.tsx';
import { ReviewAges } from './review-ages.tsx';
import { ReviewQueue } from './review-queue.tsx';
import { ownSetsInReviewLink, setsToReviewLink } from './worklist-panel.tsx';

const MAX_SHOWN_REVIEWS = 10;

/** Loads the items that have waited longest for a review. */
export const useFirstReviews = () =>
  useRead({
    queryKey: ['reviews', 'first'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, pageSize: MAX_SHOWN_REVIEWS } as const;
      const { data } = await api.GET('/api/v1/reviews', { params: { query }, signal });
      cacheLabels(data.labels);
      return data;
    },
  });

interface ReviewPanelProps {
  reviews: ReturnType<typeof useFirstReviews>;
  expectedCount: number;
  changeSets: Schemas['WorklistAnswer']['data']['changeSets'] | undefined;
}

/** The first items that wait for a review, a link to all of them, and one to the change sets that wait beside them. */
export function ReviewPanel({ reviews: read, expectedCount, changeSets }: ReviewPanelProps) {
  const { t } = useTexts();
  const { isAllowed } = useSession();
  // the page shows what waits now, also while the lists show another day
  const canReviewAny = entities.some(({ key }) => isAllowed(`${key}:review`));
  const { data, problem, loading, reload } = read;
  const setCount = (canReviewAny ? changeSets?.toReview : changeSets?.inReview) ?? 0;
  if (!data && !problem)
    // the title and the ages take as much space as three lines
    return <SkeletonLines count={3 + Math.min(expectedCount, MAX_SHOWN_REVIEWS)} />;
  return (
    <Panel
      flush
      title={t(canReviewAny ? 'home.reviews' : 'home.reviewOthers')}
      note={data && number(data.total + setCount)}
    >
      {setCount > 0 && !problem && (
        <Link
          {...(canReviewAny ? setsToReviewLink : ownSetsInReviewLink)}
          className="flex min-h-9.5 items-center gap-3 border-b border-line px-4 -outline-offset-2 last:border-b-0 hover:bg-hover"
        >
          <Icon name="layers" className="text-ink-3" />
          <span className="min-w-0 flex-1 truncate font-medium">
            {t(canReviewAny ? 'home.worklist.changeSets' : 'home.worklist.setsInReview')}
          </span>
          <span className="font-mono font-medium text-accent-ink">{number(setCount)}</span>
          <Icon name="chevron-right" size={14} className="text-ink-3" />
        </Link>
      )}
      {problem && !loading ? (
        <LoadFailed title={t('list.reviewsFailed', { problem: problem.message })} problem={problem} onRetry={reload} />
      ) : data?.items.length === 0 ? (
        setCount === 0 && (
          <div className="*:ml-0">
            <EmptyState title={t('home.reviewEmpty')} text={t('home.reviewEmptyText')} />
          </div>
        )
      ) : (
        <>
          <ReviewAges />
          <ReviewQueue items={data?.items ?? []} />
        </>
      )}
      {data && data.total > data.items.length && !problem && (
        <div className="border-t border-line px-4 py-2">
          <Link to="/" search={{ review: 'all' }} className={linkClass}>
            {t('home.reviewAll', { total: number(data.total) })}
          </Link>
        </div>
      )}
    </Panel>
  );
}
