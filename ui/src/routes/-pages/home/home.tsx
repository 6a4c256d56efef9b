import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { LoadFailed } from '#crud/load-failed.tsx';
import { recordName } from '#crud/record-names.ts';
import { Time } from '#crud/time.tsx';
import { useOverview } from '#crud/use-overview.ts';
import { pointerLabel } from '#crud/value-text.ts';
import { entities } from '#entities/index.ts';
import { longDate, number } from '#i18n/format.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { EmptyState } from '#kit/messages/page-state.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { useSession } from '#session/use-session.ts';
import { LazyDraftNote } from '../lazy-draft-note.tsx';
import { Figures } from './figures.tsx';
import { HomeSkeleton, homeGrid, Lines } from './home-skeleton.tsx';
import { KindsPanel } from './kinds-panel.tsx';
import type { Overview } from './overview.ts';
import { PERIODS, type Period } from './period.ts';
import { RefusedDecisions } from './refused-decisions.tsx';
import { RejectionsPanel, useRejections } from './rejections-panel.tsx';
import { ReviewQueue } from './review-queue.tsx';
import { useReviews } from './use-reviews.ts';

const ReviewPage = lazy(async () => ({
  default: (await withTexts(import('../review/review-page.tsx'), 'review')).ReviewPage,
}));
// loaded after the rest of the page
const TasksPanel = lazy(async () => ({
  default: (await withTexts(import('#tasks/home-panel.tsx'), 'tasks')).TasksPanel,
}));
const SyncLagPanel = lazy(async () => ({
  default: (await withTexts(import('#sync/status/sync-lag-panel.tsx'), 'sync')).SyncLagPanel,
}));

export function Home() {
  const { review, days = 1, item, ...filter } = useSearch({ from: '/_frame/' });
  if (!review) return <Worklist days={days} />;
  return (
    <Suspense fallback={<Lines count={10} />}>
      <ReviewPage entity={review} filter={filter} item={item} />
    </Suspense>
  );
}

function Worklist({ days }: { days: Period }) {
  const { t } = useTexts();
  const overview = useOverview(days);
  const { data, problem, loading } = overview;
  // read together with the overview, because the panel would move what stands below it
  const rejections = useRejections();
  const { user, can } = useSession();
  return (
    <div className="relative flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      {data && loading && <ProgressLine className="absolute inset-x-0 top-0" />}
      <PageHead>{data?.entities.length !== 0 && <PeriodChoice days={days} />}</PageHead>
      <RefusedDecisions />
      {problem && !loading ? (
        <LoadFailed
          title={t('home.failed', { problem: problem.message })}
          problem={problem}
          onRetry={overview.reload}
        />
      ) : data?.entities.length === 0 ? (
        <div className="flex flex-1 flex-col px-6 pb-4 max-sm:px-3">
          <PeopleLine people={data.people} />
          <EmptyState icon="lock" title={t('home.noKinds')} text={t('home.noKindsText')} />
        </div>
      ) : (
        <div className="flex flex-1 flex-col gap-3 px-6 pb-4 max-sm:px-3">
          {data ? (
            <>
              {user && <LazyDraftNote user={user.username} />}
              <PeopleLine people={data.people} />
              <Figures data={data} days={days} />
              <div className={homeGrid}>
                <KindsPanel data={data} days={days} />
                <div className="flex min-w-0 flex-col gap-3 lg:row-span-2">
                  {rejections.data || rejections.problem ? (
                    <>
                      <RejectionsPanel rejections={rejections} />
                      <ReviewPanel expectedCount={data.reviews.total} />
                      <RecentPanel changes={data.recent} />
                      {can('sync_status:read') && (
                        <Suspense fallback={<Lines count={4} />}>
                          <SyncLagPanel />
                        </Suspense>
                      )}
                    </>
                  ) : (
                    <Lines count={12} />
                  )}
                </div>
                <div className="flex min-w-0 flex-col gap-3">
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
  <header className="flex min-h-13 flex-none items-center gap-2 px-6 pt-3 pb-2.5 max-sm:px-3">
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
      options={PERIODS.map((value) => ({
        value,
        label: value === 1 ? t('home.today') : t('home.days', { count: value }),
      }))}
      onChange={(value) => void navigate({ to: '/', search: value === 1 ? {} : { days: value }, replace: true })}
    />
  );
}

/** The accounts that await approval, for users who may approve them; renders nothing if there are none. */
function PeopleLine({ people }: { people: Overview['people'] }) {
  const { t } = useTexts();
  if (!people || people.pending === 0) return null;
  const { pending, oldest } = people;
  return (
    <Link
      to="/users/user-list"
      search={{ status: 'pending' }}
      className="flex h-10 flex-none items-center gap-3 rounded-md border border-line bg-panel px-4 hover:bg-hover"
    >
      <StatusMark
        status="pending"
        label={<span className="font-medium">{t('home.people', { count: pending })}</span>}
      />
      {oldest && (
        <span className="min-w-0 truncate text-xs text-ink-3">
          {t('home.peopleSince')} <Time iso={oldest} />
        </span>
      )}
      <Icon name="chevron-right" size={14} className="ml-auto text-ink-3" />
    </Link>
  );
}

const MAX_SHOWN_REVIEWS = 10;

/** The first items that wait for a review, and a link to all of them. */
function ReviewPanel({ expectedCount }: { expectedCount: number }) {
  const { t } = useTexts();
  const { can } = useSession();
  const reviews = entities.some(({ key }) => can(`${key}:review`));
  const { data, problem, loading, reload } = useReviews({ pageSize: MAX_SHOWN_REVIEWS });
  if (!data && !problem)
    return <Lines count={expectedCount === 0 ? 3 : Math.min(expectedCount, MAX_SHOWN_REVIEWS) + 1} />;
  return (
    <Panel flush title={t(reviews ? 'home.reviews' : 'home.reviewOthers')} note={data && number(data.total)}>
      {problem && !loading ? (
        <LoadFailed title={t('home.reviewsFailed', { problem: problem.message })} problem={problem} onRetry={reload} />
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

type Change = Schemas['RecentChange'];

function RecentPanel({ changes }: { changes: readonly Change[] }) {
  const { t } = useTexts();
  return (
    <Panel flush title={t('home.recent')}>
      {changes.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('home.recentEmpty')}</p>
      ) : (
        <ul className="grid grid-cols-[auto_auto_minmax(0,1fr)] py-1" onKeyDown={moveFocusByArrows}>
          {changes.map((change) => (
            <li key={change.seq} className="col-span-3 grid grid-cols-subgrid">
              <RecentChange change={change} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RecentChange({ change }: { change: Change }) {
  const { t, language } = useTexts();
  const { action, changes, proposer } = change;
  const actor = proposer ? t('history.byProposer', { proposer, actor: change.actor }) : change.actor;
  const fields = [...new Set(changes.map(pointerLabel))].join(t('common.separator'));
  const text =
    action === 'update' && fields
      ? t('home.changedFields', { actor, fields })
      : t('home.changed', { actor, act: t(`act.${action}`) });
  return (
    <Link
      data-item
      {...recordLink(change.entity, change.id)}
      className="col-span-3 grid grid-cols-subgrid items-center gap-x-3 px-4 py-1 -outline-offset-2 hover:bg-hover max-sm:py-1.5"
    >
      <span className="text-xs text-ink-3">
        <Time iso={change.time} />
      </span>
      <span className="max-w-40 overflow-hidden">{change.code !== null && <Code>{change.code}</Code>}</span>
      <span className="min-w-0 text-xs">
        <span className="block truncate">{recordName(change, language)}</span>
        <span className="block truncate text-ink-3">{text}</span>
      </span>
    </Link>
  );
}
