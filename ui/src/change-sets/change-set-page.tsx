import { Link, useCanGoBack, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useWorkingSet, workIn } from '#crud/change-set/working-set.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { LoadFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import { ChangeSetActions } from './actions/change-set-actions.tsx';
import { type ChangeSet, type ChangeSetItem, dateText, itemCount, type SetStatus } from './change-set.ts';
import { ChangeSetDialog } from './change-set-dialog.tsx';
import { ChangeSetHistory } from './change-set-history.tsx';
import { ChangeSetLife } from './change-set-life.tsx';
import { ChangeSetItems } from './items/change-set-items.tsx';
import { dueText } from './set-status.tsx';
import {
  eventProblemText,
  useAwaitsUser,
  useChangeSet,
  useEventDenial,
  useReleaseMessage,
  useWorkDenial,
} from './use-change-set.ts';

const ImpactPanel = lazy(async () => ({ default: (await import('#crud/impact/impact-panel.tsx')).ImpactPanel }));

/** The page of one change set: its life, what it changes, and what can be done with it. */
export function ChangeSetPage({ id }: { id: number }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { set, items } = useChangeSet(id);
  const { data, problem } = set;
  usePageSubject(`#${id}`);
  useReleaseMessage(data);
  const back = () => void navigate({ to: '/change-sets' });
  const openSet = (setId: number) => void navigate({ to: '/change-sets/$id', params: { id: String(setId) } });
  if (problem?.status === 404)
    return (
      <EmptyState
        level={1}
        title={t('changeSets.missing')}
        text={t('changeSets.missingText')}
        actions={<Button onClick={back}>{t('changeSets.back')}</Button>}
      />
    );
  if (problem)
    return (
      <LoadFailed
        level={1}
        title={t('changeSets.unreachable', { problem: problem.message })}
        problem={problem}
        onRetry={set.reload}
        retrying={set.loading}
      />
    );
  if (!data) return <LoadingPage id={id} />;
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <Head set={data} onBack={back}>
        <RefreshFailedStatus {...set} />
      </Head>
      <div className="@container relative min-h-0 flex-1 overflow-y-auto bg-canvas">
        <div className="grid items-start gap-3 px-page py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:gap-4">
          <div className="flex min-w-0 flex-col gap-3">
            <Rejection set={data} />
            <SetImpact set={data} items={items.data} />
            <ChangeSetItems set={data} items={items} />
          </div>
          {/* where there is one column, the items stand between the two panels */}
          <div className="min-w-0 flex-col gap-3 @max-4xl:contents @4xl:flex">
            <About set={data} />
            <ChangeSetHistory set={data} items={items.data} />
          </div>
        </div>
      </div>
      <ChangeSetActions set={data} items={items.data} onRevert={openSet} />
    </section>
  );
}

/** An edit of the last two opens the set again. */
const EDITED_STATUSES: ReadonlySet<SetStatus> = new Set(['open', 'scheduled', 'held']);

const ENDED_STATUSES: ChangeSet['status'][] = ['released', 'reverted', 'withdrawn'];

// trying more items takes longer than a second
const MAX_ITEMS_TRIED_UNASKED = 100;

/** What the release of a set would touch, as long as it is not released. Whoever is to decide on it need not ask for it. */
function SetImpact({ set, items }: { set: ChangeSet; items: readonly ChangeSetItem[] | undefined }) {
  const { language } = useTexts();
  const awaitsUser = useAwaitsUser();
  if (itemCount(set) === 0 || ENDED_STATUSES.includes(set.status)) return null;
  const { id, version } = set;
  const read = async (signal: AbortSignal) =>
    (await api.GET('/api/v1/change-sets/{id}/impact', { params: { path: { id } }, signal, quiet: true })).data.impact;
  const onDemand = !awaitsUser(set) || itemCount(set) > MAX_ITEMS_TRIED_UNASKED;
  return (
    // the panel takes as much space while its code loads
    <Suspense fallback={<div className={cx('rounded-md border border-line bg-panel', onDemand ? 'h-21' : 'h-42')} />}>
      <ImpactPanel
        key={version}
        id={['change set', id, version]}
        read={read}
        onDemand={onDemand}
        problemText={(problem) => eventProblemText(problem, set, items, language)}
      />
    </Suspense>
  );
}

/** Why somebody has rejected the set, until it is submitted again. */
function Rejection({ set: { status, history = [] } }: { set: ChangeSet }) {
  const { t } = useTexts();
  const last = history.findLast((step) => step.status !== 'open');
  const isMended = status === 'open' || status === 'rejected';
  if (!isMended || last?.status !== 'rejected' || !last.reason || last.by === null) return null;
  const { by, reason } = last;
  return (
    <Note tone="bad">
      <span className="whitespace-pre-line wrap-anywhere">{t('changeSets.rejectedBecause', { by, reason })}</span>
    </Note>
  );
}

interface HeadProps {
  set: ChangeSet;
  onBack: () => void;
  children: ReactNode;
}

function Head({ set, onBack, children }: HeadProps) {
  const { t } = useTexts();
  const [isEditing, setIsEditing] = useState(false);
  const denialOf = useEventDenial(set, undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const isReached = useCanGoBack();
  // what led here had the focus, and is gone or lies outside of the page
  useEffect(() => {
    const isOnPage = document.activeElement?.closest('main') != null;
    if (isReached && !isOnPage) heading.current?.focus();
  }, [isReached]);
  return (
    <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-page py-1.5">
      <IconButton icon="chevron-left" size="md" className="-ml-2" aria-label={t('changeSets.back')} onClick={onBack} />
      <span className="flex-none font-mono text-sm text-ink-3">#{set.id}</span>
      <div className="ml-1 flex min-w-0 flex-1 basis-60 items-center gap-2 max-sm:basis-0">
        <h1
          ref={heading}
          tabIndex={-1}
          className="outline-none line-clamp-3 min-w-0 text-lg leading-6 font-semibold wrap-anywhere"
          title={set.title}
        >
          {set.title}
        </h1>
        {EDITED_STATUSES.has(set.status) && (
          <IconButton
            icon="edit"
            aria-label={t('changeSets.edit')}
            disabledReason={denialOf('withdraw')}
            onClick={() => setIsEditing(true)}
          />
        )}
      </div>
      {children}
      <ChangeSetLife set={set} />
      {set.status === 'open' && <WorkButton set={set} />}
      {isEditing && <ChangeSetDialog changeSet={set} onClose={() => setIsEditing(false)} />}
    </header>
  );
}

/** Begins to work in the set; while one does, the band above the page has the way out. */
function WorkButton({ set: { id, title } }: { set: ChangeSet }) {
  const { t } = useTexts();
  const disabledReason = useWorkDenial();
  if (useWorkingSet()?.id === id) return null;
  return (
    <Button
      icon="layers"
      className="ml-2 max-sm:order-2 max-sm:mb-1 max-sm:ml-10"
      disabledReason={disabledReason}
      onClick={() => workIn({ id, title, showsLive: false })}
    >
      {t('changeSets.work')}
    </Button>
  );
}

function About({ set }: { set: ChangeSet }) {
  const { t } = useTexts();
  const due = dueText(set);
  const { status, releaseTime } = set;
  return (
    <Panel title={t('form.basics')} className="@max-4xl:order-first">
      {set.note && <p className="mb-2 whitespace-pre-line wrap-anywhere">{set.note}</p>}
      <DefinitionList
        items={[
          { term: t('changeSets.column.items'), value: number(itemCount(set)) },
          {
            term: t(releaseTime ? 'changeSets.tookEffect' : 'changeSets.effectiveOn'),
            value: releaseTime ? (
              <Time iso={releaseTime} />
            ) : (
              <>
                {dateText(set) ?? t('changeSets.effectiveAtOnce')}
                {due && <span className="block text-xs text-ink-3">{due}</span>}
              </>
            ),
          },
          ...(set.zone ? [{ term: t('changeSets.zone'), value: set.zone }] : []),
          { term: t('changeSets.atOnce'), value: t('changeSets.atOnceText') },
          ...relatedSet(t('changeSets.reverts'), set.revertsId),
          ...relatedSet(t(status === 'reverted' ? 'changeSets.revertedBySet' : 'changeSets.revertedBy'), set.revertId),
          { term: t('changeSets.column.author'), value: set.author },
          { term: t('changeSets.contributors'), value: set.contributors.join(t('common.separator')) },
          { term: t('changeSets.updateTime'), value: <Time iso={set.updateTime} /> },
        ]}
      />
    </Panel>
  );
}

/** Returns the term of another set with a link to it, if there is one. */
const relatedSet = (term: string, id: number | undefined) =>
  id === undefined
    ? []
    : [
        {
          term,
          value: (
            <Link to="/change-sets/$id" params={{ id: String(id) }} className={linkClass}>
              #{id}
            </Link>
          ),
        },
      ];

/** The head and the panels of a page whose set is not known yet, where they will be. */
const LoadingPage = ({ id }: { id: number }) => (
  <section className="flex min-w-0 flex-1 flex-col">
    <header className="flex min-h-13 flex-none items-center gap-3 border-b border-line pr-page pl-[calc(var(--spacing-page)+2rem)]">
      <h1 className="font-mono text-sm text-ink-3">#{id}</h1>
      <Skeleton width={240} height={20} className="animate-fade-in-delayed" />
    </header>
    <div className="@container min-h-0 flex-1 bg-canvas">
      <div className="grid gap-3 px-page py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:gap-4">
        <Skeleton height={240} className="animate-fade-in-delayed" />
        <Skeleton height={240} className="animate-fade-in-delayed" />
      </div>
    </div>
  </section>
);
