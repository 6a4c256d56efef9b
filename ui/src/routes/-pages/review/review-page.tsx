import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { EntityKey, Language } from '#api/metadata.gen.ts';
import { NoRows } from '#crud/list/no-rows.tsx';
import { usePageSubject } from '#crud/page-subject.ts';
import { useOverview } from '#crud/read/use-overview.ts';
import { useRecord } from '#crud/record/use-record.ts';
import { recordName } from '#crud/text/record-names.ts';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { StatusTabs } from '#kit/lists/status-tabs.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import type { HomeSearch, ReviewFilter } from '../home/home-search.ts';
import { SkeletonLines } from '../home/home-skeleton.tsx';
import { RefusedDecisions } from '../home/refused-decisions.tsx';
import { rememberReviewPlace } from '../home/review-place.ts';
import { isSameContent, type RecordToReview, type ReviewItem, reviewKey } from '../home/review-rows.ts';
import { setsToReviewLink, useSetsToReview } from '../home/worklist-panel.tsx';
import { CompletenessFilters, useReviewCompleteness } from './completeness-filters.tsx';
import { ReviewFilters } from './review-filters.tsx';
import { ReviewImport } from './review-import.tsx';
import { ReviewList } from './review-list.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { ReviewRecord } from './review-record.tsx';
import { type ReviewEntry, useReviewRows } from './use-review-rows.ts';
import { type Decision, useUndoableDecisions } from './use-undoable-decisions.ts';

interface Props {
  entity: EntityKey | 'all';
  filter: ReviewFilter;
  /** The key of the selected item; the first open one if it is undefined. */
  item?: string | undefined;
}

/** The review queue, of all entities or of one: the items at the left, and at the right what the selected one changes. */
export function ReviewPage({ entity, filter, item }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const overview = useOverview(1).data;
  const waiting = new Map(overview?.entities.map((one) => [one.entity, one.waiting]));
  const go = (search: HomeSearch) => void navigate({ to: '/', search });
  const setsToReview = useSetsToReview() ?? 0;
  usePageSubject(t('home.reviews'));
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-2 px-page">
        <IconButton
          icon="chevron-left"
          size="md"
          className="-ml-2"
          aria-label={t('home.backHome')}
          onClick={() => go({})}
        />
        <h1 className="text-xl font-semibold">{t('home.reviews')}</h1>
        {setsToReview > 0 && (
          <Link {...setsToReviewLink} className={cx(linkClass, 'ml-auto flex items-center gap-1.5')}>
            <Icon name="layers" size={14} />
            {t('home.worklist.changeSets')} <span className="font-mono">{number(setsToReview)}</span>
          </Link>
        )}
      </header>
      <StatusTabs
        aria-label={t('home.reviewKinds')}
        selected={entity}
        // the cast: the id of one of the tabs below
        onSelect={(id) => go({ review: id as EntityKey | 'all', ...filter })}
        tabs={[
          { id: 'all', label: t('common.all'), count: overview && number(overview.reviews.total) },
          ...entities
            .filter(({ key }) => waiting.has(key) && (key === entity || waiting.get(key) !== 0))
            .map(({ key }) => ({ id: key, label: t(`entity.${key}.many`), count: number(waiting.get(key) ?? 0) })),
        ]}
      />
      <RefusedDecisions />
      <Queue key={JSON.stringify([entity, filter])} entity={entity} filter={filter} item={item} />
    </section>
  );
}

/** The most items that are loaded to find the one that the address names. */
const MAX_SEARCHED_ITEMS = 1000;

/** Returns the next open item after one, or else the first open one. */
function findNextOpen(rows: readonly ReviewEntry[], key: string | undefined, isOpen: (row: ReviewEntry) => boolean) {
  const index = rows.findIndex((row) => row.key === key);
  const others = rows.filter((row) => row.key !== key && isOpen(row));
  return others.find((row) => rows.indexOf(row) > index) ?? others[0];
}

const itemLabel = (item: ReviewItem, language: Language): string =>
  item.kind === 'import' ? item.filename : (item.code ?? recordName(item, language));

function Queue({ entity, filter, item }: Props) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const { rows, total, authors, problem, loading, reload, hasMore, loadMore } = useReviewRows(entity, filter);
  const completeness = useReviewCompleteness(entity, filter).data;
  const decisions = useUndoableDecisions();
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  // a record may be submitted anew after the decision on it
  const isOutdated = ({ item, state }: Decision) =>
    state === 'done' &&
    rows.some((row) => !row.isGone && row.key === reviewKey(item) && !isSameContent(row.item, item));
  const made = new Map([...decisions.made].filter(([, decision]) => !isOutdated(decision)));
  const isOpen = ({ key, isGone }: ReviewEntry) => !isGone && !made.has(key) && !skipped.has(key);
  const named = rows.find(({ key }) => key === item);
  // the address may name an item of a later page
  const isFinding = item !== undefined && !named && !problem && hasMore && rows.length < MAX_SEARCHED_ITEMS;
  const selected = named ?? (isFinding ? undefined : rows.find(isOpen));
  const next = findNextOpen(rows, selected?.key, isOpen);
  const index = selected ? rows.indexOf(selected) : -1;

  // keeps items ahead of the selected one loaded
  const isNearEnd = index >= rows.length - 5;
  useEffect(() => {
    if (isNearEnd || isFinding) loadMore?.();
  }, [isNearEnd, isFinding, loadMore]);
  const place = selected && { key: selected.key, label: itemLabel(selected.item, language), decided: made.size };
  const placeText = JSON.stringify(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is another object in each rendering
  useEffect(() => {
    if (place) rememberReviewPlace(place);
    else if (total === 0) rememberReviewPlace(undefined);
  }, [placeText, total]);

  const search = { review: entity, ...filter };
  const select = (row: ReviewEntry | undefined) =>
    row && void navigate({ to: '/', search: { ...search, item: row.key }, replace: true, resetScroll: false });
  function skip(): void {
    if (!selected) return;
    setSkipped(new Set([...skipped, selected.key]));
    select(next);
  }
  function undo(): void {
    const key = decisions.undo();
    select(rows.find((row) => row.key === key));
  }
  const active = selected !== undefined;
  useShortcut('j', 'nextItem', () => select(rows[index + 1]), { active });
  useShortcut('k', 'previousItem', () => select(rows[index - 1]), { active });
  useShortcut('s', 'skip', skip, { active });
  useShortcut('u', 'undo', undo, { active: [...decisions.made.values()].some(({ state }) => state === 'waiting') });

  const changeFilter = (next: ReviewFilter) => void navigate({ to: '/', search: { review: entity, ...next } });
  const filters = (
    // on phones one line, which scrolls
    <div className="flex-none max-sm:flex max-sm:gap-2 max-sm:overflow-x-auto max-sm:border-b max-sm:border-line max-sm:px-page max-sm:py-2 max-sm:[scrollbar-width:none]">
      <ReviewFilters filter={filter} authors={authors} onChange={changeFilter} />
      <CompletenessFilters
        entity={entity}
        filter={filter}
        isQueueLoading={total === undefined && !problem}
        decidedKeys={new Set(made.keys())}
        onChange={changeFilter}
      />
    </div>
  );
  if ((problem && rows.length === 0) || total === undefined || !selected)
    return (
      <>
        {filters}
        {!problem && (total === undefined || isFinding) ? (
          <SkeletonLines count={10} />
        ) : (
          <NoRows
            loaded={{ problem: rows.length === 0 ? problem : undefined, reload, loading }}
            failed="list.reviewsFailed"
            narrowed={
              Object.keys(filter).length > 0
                ? {
                    title: t('message.searchNoResults'),
                    onClear: () => void navigate({ to: '/', search: { review: entity } }),
                  }
                : undefined
            }
            first={<EmptyState title={t('home.reviewEmpty')} text={t('home.reviewEmptyText')} />}
          />
        )}
      </>
    );
  return (
    <>
      {filters}
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'flex w-85 flex-none flex-col border-r border-line max-lg:w-full min-[1680px]:w-115',
            item && 'max-lg:hidden',
          )}
        >
          <ReviewList
            search={search}
            rows={rows}
            groups={entity === 'all' ? (filter.missing ? [] : completeness?.entities) : undefined}
            selectedKey={selected.key}
            decisions={made}
            skipped={skipped}
            loadMore={loadMore}
          />
          <ReviewProgress decisions={decisions.made} skippedCount={skipped.size} remaining={total} onUndo={undo} />
        </div>
        <div className={cx('flex min-w-0 flex-1 flex-col bg-canvas', !item && 'max-lg:hidden')}>
          {selected.item.kind === 'import' ? (
            <ReviewImport item={selected.item} onSkip={skip} />
          ) : (
            <ReviewRecord
              key={selected.key}
              item={selected.item}
              isOpen={!selected.isGone && !made.has(selected.key)}
              position={t('review.position', { n: number(index + 1), total: number(Math.max(rows.length, total)) })}
              onMove={(step) => select(rows[index + step])}
              onBack={() => void navigate({ to: '/', search })}
              onSkip={skip}
              onDecide={(shown, decision, seen) => {
                decisions.decide(shown, decision, seen);
                select(next);
              }}
            />
          )}
          {next && next.item.kind !== 'import' && <NextRecord key={next.key} item={next.item} />}
        </div>
      </div>
    </>
  );
}

/** Loads the next item, so that it is shown at once. */
function NextRecord({ item: { entity, id } }: { item: RecordToReview }) {
  useRecord(getEntity(entity), id);
  return null;
}
