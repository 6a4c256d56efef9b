import { useNavigate } from '@tanstack/react-router';
import type { Entity } from '#api/facts.gen.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { useOverview } from '#crud/use-overview.ts';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Pager } from '#kit/lists/pager.tsx';
import { StatusTabs } from '#kit/lists/tabs.tsx';
import { EmptyState, ErrorState } from '#kit/messages/page-state.tsx';
import { Lines } from './home-skeleton.tsx';
import { type HomeSearch, REVIEW_PAGE_SIZE, type ReviewPageSize } from './period.ts';
import { ReviewQueue } from './review-queue.tsx';
import { useReviews } from './use-reviews.ts';

interface Props {
  kind: Entity | 'all';
  page?: number;
  pageSize?: ReviewPageSize;
}

/** All items that wait for a review, of all entities or of one. */
export function ReviewPage({ kind, page = 1, pageSize = REVIEW_PAGE_SIZE }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const overview = useOverview(1).data;
  const { data, problem, loading, reload } = useReviews({ page, pageSize, kind });
  const waiting = new Map(overview?.entities.map((one) => [one.entity, one.waiting]));
  const go = (search: HomeSearch) => void navigate({ to: '/', search });
  usePageSubject(t('home.reviews'));
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-2 px-6">
        <IconButton
          icon="chevron-left"
          size="md"
          className="-ml-2"
          aria-label={t('home.backHome')}
          onClick={() => go({})}
        />
        <h1 className="text-xl font-semibold">{t('home.reviews')}</h1>
      </header>
      <StatusTabs
        aria-label={t('home.reviewKinds')}
        selected={kind}
        // the cast: the id of one of the tabs below
        onSelect={(id) => go({ review: id as Entity | 'all' })}
        tabs={[
          { id: 'all', label: t('common.all'), count: overview && number(overview.reviews.total) },
          ...entities
            .filter(({ key }) => waiting.has(key) && (key === kind || waiting.get(key) !== 0))
            .map(({ key }) => ({ id: key, label: t(`entity.${key}.many`), count: number(waiting.get(key) ?? 0) })),
        ]}
      />
      <div className="min-h-0 flex-1 overflow-y-auto [&_li]:px-6">
        {problem && !loading ? (
          <ErrorState title={problem.message} errorKey={problem.key} traceId={problem.traceId} onRetry={reload} />
        ) : !data ? (
          <Lines count={10} />
        ) : data.total === 0 ? (
          <EmptyState title={t('home.reviewEmpty')} text={t('home.reviewEmptyText')} />
        ) : (
          <ReviewQueue key={`${kind} ${page}`} items={data.items} />
        )}
      </div>
      {data && data.total > 0 && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={data.total}
          sizeLabel={t('common.pageSize')}
          text={(from, to, total) => t('list.range', { from: number(from), to: number(to), total: number(total) })}
          onPage={(next) => go({ review: kind, page: next, pageSize })}
          // the cast: one of the pager's page sizes
          onPageSize={(size) => go({ review: kind, pageSize: size as ReviewPageSize })}
        />
      )}
    </section>
  );
}
