import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { LIST_STALE_MS, type LoadCause, prefetchRead, quietMeta } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import type { HomeSearch } from './home-search.ts';
import { SkeletonLines } from './home-skeleton.tsx';
import { type ReviewPlace, readReviewPlace } from './review-place.ts';

interface Target {
  to: string;
  params?: { id: string };
  search?: Record<string, string>;
}

interface Line {
  key: string;
  group: 'review' | 'data' | 'delivery' | 'people';
  icon: IconName;
  tone?: 'warn' | 'bad';
  title: string;
  detail?: ReactNode;
  /** Numbers with lists of their own. */
  parts?: { label: string; count: number; target: Target }[];
  count: number;
  /** The list that the number counts; undefined if only the parts have lists. */
  target?: Target;
}

/** What waits for the user, by what they may do. Each number leads to the list that it counts. */
export function WorklistPanel({ worklist }: { worklist: ReturnType<typeof useWorklist> }) {
  const { t } = useTexts();
  const { lines, problem, loading, reload } = worklist;
  if (!lines && !problem) return <SkeletonLines count={6} />;
  return (
    <Panel flush title={t('home.worklist.title')}>
      {problem && !loading && !lines ? (
        <LoadFailed
          title={t('home.worklist.failed', { problem: problem.message })}
          problem={problem}
          onRetry={reload}
        />
      ) : lines?.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('home.worklist.empty')}</p>
      ) : (
        <ul onKeyDown={moveFocusByArrows}>
          {lines?.map((line, index) => (
            <WorkLine key={line.key} line={line} startsGroup={line.group !== lines[index - 1]?.group} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const rowClass =
  'grid min-h-9.5 pointer-coarse:min-h-10 min-w-0 flex-1 grid-cols-[16px_minmax(max-content,3fr)_minmax(0,4fr)_auto_14px] items-center gap-x-3 border-line py-1.5 pr-4 max-sm:grid-cols-[16px_minmax(0,1fr)_auto_14px]';

function WorkLine({ line, startsGroup }: { line: Line; startsGroup: boolean }) {
  const { t } = useTexts();
  const { group, icon, tone, title, detail, parts, count, target } = line;
  const content = (
    <>
      <Icon name={icon} className={tone === 'bad' ? 'text-bad' : tone === 'warn' ? 'text-warn' : 'text-ink-3'} />
      <span className="min-w-0 truncate font-medium">{title}</span>
      <span
        className={cx(
          'flex min-w-0 flex-wrap gap-x-3 text-xs text-ink-3 max-sm:col-start-2 max-sm:row-start-2',
          parts ? 'pointer-coarse:gap-y-6' : 'gap-y-1',
        )}
      >
        {detail}
        {parts?.map((part) => (
          <Link
            key={part.label}
            data-item
            {...part.target}
            className={`${linkClass} relative flex min-h-6 items-center`}
          >
            {part.label} <span className="ml-1 font-mono">{number(part.count)}</span>
          </Link>
        ))}
      </span>
      <span
        className={cx('min-w-8 text-end font-mono font-medium', tone === 'bad' ? 'text-bad-ink' : 'text-accent-ink')}
      >
        {number(count)}
      </span>
      {target ? <Icon name="chevron-right" size={14} className="text-ink-3" /> : <span />}
    </>
  );
  return (
    <li className={cx('flex', startsGroup ? 'border-line-strong not-first:border-t' : 'border-line')}>
      <span className="w-24 flex-none py-2.5 pl-4 text-xs text-ink-3 max-sm:w-4 max-sm:pl-0">
        {startsGroup && <span className="max-sm:sr-only">{t(`home.worklist.${group}`)}</span>}
      </span>
      {target ? (
        <Link
          data-item
          {...target}
          className={cx(rowClass, '-outline-offset-2 hover:bg-hover', !startsGroup && 'border-t')}
        >
          {content}
        </Link>
      ) : (
        <div className={cx(rowClass, !startsGroup && 'border-t')}>{content}</div>
      )}
    </li>
  );
}

const RATE_AGES = ['day', 'week', 'month'] as const satisfies Schemas['RateAge'][];

/** How many of the agreements that end are named. */
const NAMED_AGREEMENTS = 3;

const worklistQuery = (today: string) => ({
  queryKey: ['worklist', today],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await api.GET('/api/v1/worklist', { params: { query: { today } }, signal });
    const ending = data.endingAgreements ? await readEndingAgreements(today, signal) : [];
    return { ...data, ending };
  },
});

/** The number of change sets that wait for the user; undefined until it is known. */
export const useSetsToReview = (): number | undefined =>
  useRead({
    queryKey: ['change sets', 'to review'],
    queryFn: async ({ signal }) => {
      const query = { toReview: true, limit: 1 };
      return (await api.GET('/api/v1/change-sets', { params: { query }, signal })).data.total ?? 0;
    },
    staleTime: LIST_STALE_MS,
    meta: quietMeta,
  }).data;

/** The list of the change sets that wait for the user. */
export const setsToReviewLink = { to: '/change-sets', search: { scope: 'toReview' } } as const;

/** The list of the user's change sets that wait for others. */
export const ownSetsInReviewLink = { to: '/change-sets', search: { status: 'submitted', scope: 'mine' } } as const;

/** Reads the agreements that end first; the worklist is shown without them if they cannot be read. */
async function readEndingAgreements(today: string, signal: AbortSignal) {
  const answer = await api
    .GET('/api/v1/protocols', {
      params: { query: { validity: ['ending'], status: ['active'], today, sort: ['validTo'], pageSize: 10 } },
      signal,
    })
    .catch(() => undefined);
  return answer?.data.items.slice(0, NAMED_AGREEMENTS) ?? [];
}

/** The link to the queue, at the item where the user left it. */
export const reviewQueueLink = (place: ReviewPlace | undefined) => ({
  to: '/',
  search: { review: 'all', ...(place && { item: place.key }) } satisfies HomeSearch,
});

export const prefetchWorklist = (cause: LoadCause): void => prefetchRead(worklistQuery(calendarDay()), cause);

/** Reads the user's worklist as lines; those that count nothing are left out. */
export function useWorklist() {
  const { t } = useTexts();
  const { user } = useSession();
  const { data, ...read } = useRead(worklistQuery(calendarDay()));
  if (!data) return { lines: undefined, incomplete: undefined, changeSets: undefined, hasReviews: false, ...read };
  const {
    reviews,
    own,
    rejections,
    imports,
    incomplete,
    endingAgreements = 0,
    ending,
    changeSets,
    oldRates,
    receivers,
    people,
  } = data;
  const place = readReviewPlace();
  const since = (oldest: string | null | undefined) => oldest && t('home.oldest', { time: shortTime(oldest) });
  const lines: Line[] = [
    {
      key: 'reviews',
      group: 'review',
      icon: 'check',
      title: t('home.worklist.continue'),
      detail: (
        <>
          {place && (
            <span className="flex min-w-0 items-center gap-1">
              {t('home.worklist.stopped')} <Code small>{place.label}</Code>
            </span>
          )}
          {place && place.decided > 0 && (
            <span>{t('home.worklist.decided', { count: place.decided, n: number(place.decided) })}</span>
          )}
          <span>{since(reviews?.oldest)}</span>
        </>
      ),
      count: reviews?.total ?? 0,
      target: reviewQueueLink(place),
    },
    {
      key: 'change sets',
      group: 'review',
      icon: 'layers',
      title: t('home.worklist.changeSets'),
      count: changeSets.toReview,
      target: setsToReviewLink,
    },
    {
      key: 'held sets',
      group: 'review',
      icon: 'warning',
      tone: 'warn',
      title: t('home.worklist.setsHeld'),
      count: changeSets.held,
      target: { to: '/change-sets', search: { status: 'held', scope: 'involved' } },
    },
    {
      key: 'rejected sets',
      group: 'review',
      icon: 'resubmit',
      tone: 'warn',
      title: t('home.worklist.setsRejected'),
      count: changeSets.rejected ?? 0,
      target: { to: '/change-sets', search: { status: 'rejected', scope: 'mine' } },
    },
    {
      key: 'sets in review',
      group: 'review',
      icon: 'send',
      title: t('home.worklist.setsInReview'),
      count: changeSets.inReview ?? 0,
      target: ownSetsInReviewLink,
    },
    {
      key: 'due',
      group: 'review',
      icon: 'calendar',
      title: t('home.worklist.setsDue'),
      count: changeSets.due,
      target: { to: '/calendar' },
    },
    {
      key: 'rejections',
      group: 'review',
      icon: 'resubmit',
      tone: 'warn',
      title: t('home.worklist.sentBack'),
      count: rejections,
      target: { to: '/', search: { rejected: 'all' } },
    },
    {
      key: 'own',
      group: 'review',
      icon: 'send',
      title: t('home.worklist.own'),
      detail: since(own.oldest),
      count: own.total,
      target: { to: '/', search: { review: 'all', by: user?.username ?? '' } },
    },
    ...imports.map(
      ({ id, filename, created, proposed, ready }): Line => ({
        key: `import ${id}`,
        group: 'review',
        icon: 'upload',
        title: t('home.worklist.import'),
        detail: (
          <>
            <span className="min-w-0 truncate font-mono">{filename}</span>
            <span>{t('home.ready', { n: number(ready) })}</span>
          </>
        ),
        count: created + proposed,
        target: { to: '/imports/$id', params: { id: String(id) } },
      }),
    ),
    {
      key: 'incomplete',
      group: 'data',
      icon: 'edit',
      title: t('home.worklist.incomplete'),
      parts: incomplete.map(({ entity, count }) => ({
        label: t(`entity.${entity}.many`),
        count,
        target: { to: getEntity(entity).path, search: { incomplete: 'true' } },
      })),
      count: incomplete.reduce((total, { count }) => total + count, 0),
    },
    {
      key: 'agreements',
      group: 'data',
      icon: 'document',
      tone: 'warn',
      title: t('home.worklist.ending'),
      detail: ending.map(({ id, code, validTo }, index) => (
        <span key={id} className="flex min-w-0 items-center gap-1.5">
          <Code small>{code}</Code>
          {index === 0 && validTo && (
            <span className="whitespace-nowrap">{t('home.worklist.ends', { day: validTo.slice(5) })}</span>
          )}
        </span>
      )),
      count: endingAgreements,
      target: { to: getEntity('protocol').path, search: { validity: 'ending', status: 'active' } },
    },
    {
      key: 'rates',
      group: 'data',
      icon: 'exchange',
      tone: 'warn',
      title: t('home.worklist.oldRates'),
      parts: RATE_AGES.flatMap((age) => {
        const count = oldRates?.[age] ?? 0;
        const target = { to: getEntity('rate_board').path, search: { olderThan: age } };
        return count > 0 ? [{ label: t(`value.olderThan.${age}`), count, target }] : [];
      }),
      count: oldRates?.day ?? 0,
    },
    {
      key: 'receivers',
      group: 'delivery',
      icon: 'broadcast',
      tone: 'bad',
      title: t('home.worklist.receivers'),
      detail: t('home.worklist.backlog', { n: number(receivers?.backlog ?? 0) }),
      count: receivers?.failing ?? 0,
      target: { to: '/sync-status', search: { state: 'failed' } },
    },
    {
      key: 'tasks',
      group: 'delivery',
      icon: 'tasks',
      tone: 'bad',
      title: t('home.worklist.failedTasks'),
      count: data.failedTasks ?? 0,
      target: { to: '/task-status', search: { status: 'failed' } },
    },
    {
      key: 'people',
      group: 'people',
      icon: 'user',
      title: t('menu.accessRequests', { count: people?.pending ?? 0 }),
      detail: since(people?.oldest),
      count: people?.pending ?? 0,
      target: { to: '/users/user-list', search: { status: 'pending' } },
    },
  ];
  return {
    lines: lines.filter(({ count }) => count > 0),
    incomplete,
    changeSets,
    hasReviews: (reviews?.total ?? 0) > 0,
    ...read,
  };
}
