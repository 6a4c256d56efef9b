import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOverview } from '#crud/use-overview.ts';
import { longDate } from '#i18n/format.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';
import { ProgressLine } from '#kit/progress-line.tsx';
import { Segmented } from '#kit/segmented.tsx';
import { useSession } from '#session/use-session.ts';
import { KeptNote } from '../kept-note.tsx';
import { Figures } from './figures.tsx';
import { HomeSkeleton, homeGrid, Lines } from './home-skeleton.tsx';
import { KindsPanel } from './kinds-panel.tsx';
import { PeopleLine } from './people-line.tsx';
import { type Period, periods } from './period.ts';
import { RecentPanel } from './recent-panel.tsx';
import { RejectionsPanel } from './rejections-panel.tsx';
import { ReviewPage } from './review-page.tsx';
import { ReviewPanel } from './review-panel.tsx';

// these come by themselves, when all else is there
const TasksPanel = lazy(async () => ({
  default: (await withTexts(import('#tasks/home-panel.tsx'), 'tasks')).TasksPanel,
}));
const SyncLagPanel = lazy(async () => ({
  default: (await withTexts(import('#sync/status/home-panel.tsx'), 'sync')).SyncLagPanel,
}));

export function Home() {
  const { review, days = 1, ...paging } = useSearch({ from: '/_frame/' });
  return review ? <ReviewPage kind={review} {...paging} /> : <Worklist days={days} />;
}

function Worklist({ days }: { days: Period }) {
  const { t } = useTexts();
  const overview = useOverview(days);
  const { data, problem, loading } = overview;
  const { user, can } = useSession();
  return (
    <div className="relative flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      {data && loading && <ProgressLine className="absolute inset-x-0 top-0" />}
      <PageHead>{data?.entities.length !== 0 && <PeriodChoice days={days} />}</PageHead>
      {problem && !loading ? (
        <ErrorState
          title={t('home.failed', { problem: problem.message })}
          errorKey={problem.key}
          traceId={problem.traceId}
          onRetry={overview.reload}
        />
      ) : data?.entities.length === 0 ? (
        <div className="flex flex-1 flex-col px-6 pb-4">
          <PeopleLine people={data.people} />
          <EmptyState icon="lock" title={t('home.noKinds')} text={t('home.noKindsText')} />
        </div>
      ) : (
        <div className="flex flex-1 flex-col gap-3 px-6 pb-4">
          {data ? (
            <>
              {user && <KeptNote user={user.username} />}
              <PeopleLine people={data.people} />
              <Figures data={data} days={days} />
              <div className={homeGrid}>
                <KindsPanel data={data} days={days} />
                <div className="flex min-w-0 flex-col gap-3 lg:row-span-2">
                  <RejectionsPanel />
                  <ReviewPanel />
                  {can('sync_status:read') && (
                    <Suspense fallback={<Lines count={4} />}>
                      <SyncLagPanel />
                    </Suspense>
                  )}
                </div>
                <div className="flex min-w-0 flex-col gap-3">
                  <RecentPanel changes={data.recent} />
                  {can('task:read') && (
                    <Suspense fallback={<Lines count={4} />}>
                      <TasksPanel />
                    </Suspense>
                  )}
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

const PageHead = ({ children }: { children: ReactNode }) => (
  <header className="flex min-h-13 flex-none items-center gap-2 px-6 pt-3 pb-2.5">
    <h1 className="mr-auto text-xl font-semibold">{longDate(new Date())}</h1>
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
      options={periods.map((value) => ({
        value,
        label: value === 1 ? t('home.today') : t('home.days', { count: value }),
      }))}
      onChange={(value) => void navigate({ to: '/', search: value === 1 ? {} : { days: value }, replace: true })}
    />
  );
}
