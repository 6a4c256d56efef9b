import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { serverDate } from '#api/server-time.ts';
import { createDrafts, draftsOfRecords } from '#crud/form/state/drafts.ts';
import { LoadFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { refreshReads } from '#crud/read/query-client.ts';
import { useOverview } from '#crud/read/use-overview.ts';
import { longDate } from '#i18n/format.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { keyLabels } from '#kit/keys.ts';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { useSession } from '#session/use-session.ts';
import { EntitiesPanel } from './entities-panel.tsx';
import { PERIODS, type Period } from './home-search.ts';
import { HomeSkeleton, homeGrid, SkeletonLines } from './home-skeleton.tsx';
import { RefusedDecisions } from './refused-decisions.tsx';
import { RejectionsPage, RejectionsPanel, useRejections } from './rejections-panel.tsx';
import { ReviewPanel, useFirstReviews } from './review-panel.tsx';
import { readReviewPlace } from './review-place.ts';
import { reviewQueueLink, useWorklist, WorklistPanel } from './worklist-panel.tsx';

const DraftNote = lazy(async () => ({ default: (await withTexts(import('../draft-note.tsx'), 'frame')).DraftNote }));
const drafts = createDrafts();

const ReviewPage = lazy(async () => ({
  default: (await withTexts(import('../review/review-page.tsx'), 'review')).ReviewPage,
}));
// loaded after the rest of the page
const ChangesPerDayPanel = lazy(async () => ({
  default: (await withTexts(import('#data-logs/changes-per-day-panel.tsx'), 'dataLogs')).ChangesPerDayPanel,
}));
const RecentPanel = lazy(async () => ({
  default: (await withTexts(import('#data-logs/recent-panel.tsx'), 'dataLogs')).RecentPanel,
}));
const TasksPanel = lazy(async () => ({
  default: (await withTexts(import('#tasks/tasks-panel.tsx'), 'tasks')).TasksPanel,
}));
const SyncLagPanel = lazy(async () => ({
  default: (await withTexts(import('#sync/status/sync-lag-panel.tsx'), 'sync')).SyncLagPanel,
}));

export function Home() {
  const { review, days = 1, item, rejected, ...filter } = useSearch({ from: '/_frame/' });
  if (rejected) return <RejectionsPage />;
  if (!review) return <Worklist days={days} />;
  return (
    // no fallback, because the review page has placeholders of its own
    <Suspense>
      <ReviewPage entity={review} filter={filter} item={item} />
    </Suspense>
  );
}

function Worklist({ days }: { days: Period }) {
  const { t } = useTexts();
  const overview = useOverview(days);
  const { data, problem, loading } = overview;
  // read together with the overview, because these panels would move what stands below them
  const rejections = useRejections();
  const worklist = useWorklist();
  const reviews = useFirstReviews();
  const reads = [overview, worklist, rejections, reviews];
  const { user } = useSession();
  return (
    <div className="relative flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      {data && loading && <ProgressLine className="absolute inset-x-0 top-0" />}
      <PageHead
        status={
          <RefreshFailedStatus
            refreshFailure={reads.find(({ refreshFailure }) => refreshFailure)?.refreshFailure}
            loading={reads.some((read) => read.loading)}
            reload={refreshReads}
          />
        }
      >
        {data?.entities.length !== 0 && <PeriodChoice days={days} />}
        {worklist.hasReviews && <ContinueReviewing />}
      </PageHead>
      <RefusedDecisions />
      {problem && !loading ? (
        <LoadFailed
          title={t('home.failed', { problem: problem.message })}
          problem={problem}
          onRetry={overview.reload}
        />
      ) : data?.entities.length === 0 ? (
        <div className="flex flex-1 flex-col px-page pb-4">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,400px),1fr))] items-start gap-3">
            <WorklistPanel worklist={worklist} />
            <ChangesPart />
            <SyncLagPart />
            <TasksPart />
          </div>
          <EmptyState icon="lock" title={t('home.noKinds')} text={t('home.noKindsText')} />
        </div>
      ) : (
        <div className="flex flex-1 flex-col gap-3 px-page pb-4">
          {data && (worklist.lines || worklist.problem) ? (
            <>
              {user && <LazyDraftNote user={user.username} />}
              <div className={homeGrid}>
                <div className="flex min-w-0 flex-col gap-3">
                  <WorklistPanel worklist={worklist} />
                  <EntitiesPanel data={data} days={days} incomplete={worklist.incomplete} />
                </div>
                <div className="flex min-w-0 flex-col gap-3 lg:row-span-2">
                  {rejections.data || rejections.problem ? (
                    <>
                      <RejectionsPanel rejections={rejections} />
                      <ChangesPart />
                      <ReviewPanel
                        reviews={reviews}
                        expectedCount={data.reviews.total}
                        changeSets={worklist.changeSets}
                      />
                      <Suspense fallback={<SkeletonLines count={1 + data.recent.length} />}>
                        <RecentPanel items={data.recent} />
                      </Suspense>
                      <SyncLagPart />
                    </>
                  ) : (
                    <SkeletonLines count={12} />
                  )}
                </div>
                <div className="flex min-w-0 flex-col gap-3">
                  <TasksPart />
                </div>
              </div>
            </>
          ) : (
            <HomeSkeleton />
          )}
        </div>
      )}
    </div>
  );
}

const ChangesPart = () =>
  useSession().can('data_log:read') && (
    <Suspense fallback={<div className="h-51.5 rounded-md border border-line bg-panel" />}>
      <ChangesPerDayPanel />
    </Suspense>
  );

const SyncLagPart = () =>
  useSession().can('sync_status:read') && (
    <Suspense fallback={<SkeletonLines count={4} />}>
      <SyncLagPanel />
    </Suspense>
  );

const TasksPart = () =>
  useSession().can('task:read') && (
    <Suspense fallback={<SkeletonLines count={4} />}>
      <TasksPanel />
    </Suspense>
  );

const PageHead = ({ status, children }: { status: ReactNode; children: ReactNode }) => (
  <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-4 gap-y-1 px-page pt-3 pb-2.5">
    <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4">
      <h1 className="text-xl font-semibold">{longDate(serverDate())}</h1>
      {status}
    </div>
    {children}
  </header>
);

function PeriodChoice({ days }: { days: Period }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label={t('home.period')}
      value={days}
      options={PERIODS.map((value) => ({
        value,
        label: value === 1 ? t('home.today') : t('home.days', { count: value }),
      }))}
      onChange={(value) => void navigate({ to: '/', search: value === 1 ? {} : { days: value }, replace: true })}
    />
  );
}

function ContinueReviewing() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <Button variant="primary" onClick={() => void navigate(reviewQueueLink(readReviewPlace()))}>
      {t('home.worklist.continue')}
      {keyLabels('g q').map((key) => (
        <Kbd key={key} tone="accent">
          {key}
        </Kbd>
      ))}
    </Button>
  );
}

/** Loads the note about drafts only if the user has any. */
function LazyDraftNote(props: ComponentProps<typeof DraftNote>) {
  const [hasDrafts] = useState(() => draftsOfRecords(drafts, props.user).length > 0);
  return (
    hasDrafts && (
      // takes the height of the note, so that nothing moves when its code has loaded
      <Suspense fallback={<div className="h-8.5 flex-none" />}>
        <DraftNote {...props} />
      </Suspense>
    )
  );
}
