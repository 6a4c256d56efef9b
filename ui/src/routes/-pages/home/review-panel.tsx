import { Link } from '@tanstack/react-router';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';
import { Panel } from '#kit/panel.tsx';
import { useSession } from '#session/use-session.ts';
import { Lines } from './home-skeleton.tsx';
import { ReviewQueue } from './review-queue.tsx';
import { useReviews } from './use-reviews.ts';

const SHOWN = 10;

/** The first of what waits for a second person, and the way to all of it. */
export function ReviewPanel() {
  const { t } = useTexts();
  const { can } = useSession();
  const reviews = entities.some(({ key }) => can(`${key}:review`));
  const { data, problem, loading, reload } = useReviews({ pageSize: SHOWN });
  if (!data && !problem) return <Lines count={8} />;
  return (
    <Panel flush title={t(reviews ? 'home.reviews' : 'home.reviewOthers')} note={data && number(data.total)}>
      {problem && !loading ? (
        <ErrorState title={problem.message} errorKey={problem.key} traceId={problem.traceId} onRetry={reload} />
      ) : data?.items.length === 0 ? (
        <div className="*:ml-0">
          <EmptyState title={t('home.reviewEmpty')} text={t('home.reviewEmptyText')} />
        </div>
      ) : (
        <ReviewQueue items={data?.items ?? []} />
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
