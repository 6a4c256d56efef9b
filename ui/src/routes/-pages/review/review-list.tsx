import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { recordName } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { ChangedValues } from '#data-logs/changed-values.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { recoverFocus } from '#kit/layers/recover-focus.ts';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import type { HomeSearch } from '../home/home-search.ts';
import type { RecordToReview } from '../home/review-rows.ts';
import type { ReviewEntry } from './use-review-rows.ts';
import type { Decision } from './use-undoable-decisions.ts';

interface Props {
  /** The address of the queue, to which a line adds its item. */
  search: HomeSearch;
  rows: readonly ReviewEntry[];
  /** What waits of each kind of record, below whose headings the rows are listed; undefined without headings. */
  groups: readonly Schemas['EntityCompleteness'][] | undefined;
  selectedKey: string | undefined;
  decisions: ReadonlyMap<string, Decision>;
  skipped: ReadonlySet<string>;
  loadMore: (() => void) | undefined;
}

/** Moves the focus to the selected line if it is lost once no dialog is open. */
export const recoverQueueFocus = (): void =>
  recoverFocus(() => document.querySelector<HTMLElement>('[data-queue] [aria-current]'));

/** The queue: one line per item, in an order that does not change while the page is open. */
export function ReviewList({ rows, groups, loadMore, ...props }: Props) {
  const { t } = useTexts();
  const { selectedKey } = props;
  const list = useRef<HTMLDivElement>(null);
  const lastSelectedKey = useRef(selectedKey);
  // whoever arrives by keys goes on with arrows and Tab from the selected line
  useEffect(recoverQueueFocus, []);
  // shortcuts of the page select another line, which gets the focus and is scrolled into view
  useEffect(() => {
    if (lastSelectedKey.current === selectedKey) return;
    lastSelectedKey.current = selectedKey;
    const line = list.current?.querySelector<HTMLElement>('[aria-current]');
    const hasFocus = document.activeElement === document.body || list.current?.contains(document.activeElement);
    if (hasFocus) line?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  }, [selectedKey]);
  const lines = (shown: readonly ReviewEntry[], label: string) => (
    // the column of codes is as wide as the longest one, within a limit
    <ul aria-label={label} className="grid grid-cols-[fit-content(9rem)_minmax(0,1fr)_auto] gap-x-2">
      {shown.map((entry) => (
        <ReviewLine key={entry.key} entry={entry} hasKind={groups === undefined} {...props} />
      ))}
    </ul>
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move among the links inside */}
      <div ref={list} data-queue onKeyDown={moveFocusByArrows}>
        {groups
          ? [...new Set(rows.map(({ item }) => item.entity))].map((entity) => (
              <section key={entity}>
                <GroupHead entity={entity} counts={groups.find((group) => group.entity === entity)} />
                {lines(
                  rows.filter(({ item }) => item.entity === entity),
                  t(`entity.${entity}.many`),
                )}
              </section>
            ))
          : lines(rows, t('home.reviews'))}
      </div>
      {loadMore && (
        <div className="px-4 py-2 text-xs">
          <LinkButton onClick={loadMore}>{t('review.loadMore')}</LinkButton>
        </div>
      )}
    </div>
  );
}

interface GroupHeadProps {
  entity: EntityKey;
  counts: Schemas['EntityCompleteness'] | undefined;
}

/** The heading of a kind of record: how many wait, how many of them can be approved, and what most of the others lack. */
function GroupHead({ entity, counts }: GroupHeadProps) {
  const { t } = useTexts();
  const causes = (counts?.missing ?? []).map(({ pointer, count }) =>
    t('list.lacking', { field: pointerLabel(pointer), n: number(count) }),
  );
  const [firstCause, ...otherCauses] = causes;
  return (
    <header className="sticky top-0 z-1 flex h-7 items-center gap-1.5 border-b border-line bg-sunken px-4 text-xs text-ink-3">
      <Icon name={getEntity(entity).icon} size={14} />
      <h2 className="flex-none font-medium text-ink">{t(`entity.${entity}.many`)}</h2>
      {counts && (
        <>
          <span className="mr-auto font-mono text-2xs">{number(counts.total)}</span>
          <span className="flex-none">{t('review.groupReady', { n: number(counts.ready) })}</span>
          {firstCause && (
            <span className="min-w-0 truncate text-warn-ink" title={causes.join(t('common.separator'))}>
              {firstCause}
              {otherCauses.length > 0 && ` +${otherCauses.length}`}
            </span>
          )}
        </>
      )}
    </header>
  );
}

type LineProps = Pick<Props, 'search' | 'selectedKey' | 'decisions' | 'skipped'> & {
  entry: ReviewEntry;
  /** Whether the line says what kind of record it is about. */
  hasKind: boolean;
};

function ReviewLine({ entry, hasKind, search, selectedKey, decisions, skipped }: LineProps) {
  const { t } = useTexts();
  const { key, item, isGone } = entry;
  const decision = decisions.get(key);
  const isEnded = isGone || decision !== undefined;
  return (
    <li className="col-span-3 grid grid-cols-subgrid border-b border-line">
      <Link
        data-item
        to="/"
        search={{ ...search, item: key }}
        replace
        resetScroll={false}
        aria-current={key === selectedKey || undefined}
        data-ended={isEnded || undefined}
        className="relative col-span-3 grid scroll-mt-7 grid-cols-subgrid items-center px-4 py-2 -outline-offset-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.5 aria-[current]:before:bg-accent max-lg:aria-[current]:bg-panel max-lg:aria-[current]:before:hidden data-ended:text-ink-3"
      >
        <span className="min-w-14 overflow-hidden">
          {item.kind === 'import' ? (
            <Icon name="upload" label={t('menu.import')} className="text-ink-3" />
          ) : (
            item.code !== null && <Code>{item.code}</Code>
          )}
        </span>
        <ItemText entry={entry} hasKind={hasKind} />
        <span className="text-end text-xs text-ink-3">
          <Outcome decision={decision} isGone={isGone} isSkipped={skipped.has(key)}>
            <span className="block max-w-24 truncate">{item.by}</span>
            <Time iso={item.time} />
          </Outcome>
        </span>
        {item.kind !== 'import' && item.values.length > 0 && !isEnded && (
          // beside the list, the page shows the selected item's changes
          <span className="col-span-2 col-start-2 mt-1 text-ink lg:hidden">
            <ChangedValues entry={item} />
          </span>
        )}
      </Link>
    </li>
  );
}

function ItemText({ entry: { item }, hasKind }: Pick<LineProps, 'entry' | 'hasKind'>) {
  const { t, language } = useTexts();
  return (
    <span className="min-w-0">
      <span className="line-clamp-2 font-medium wrap-anywhere in-data-ended:font-normal">
        {item.kind === 'import' ? item.filename : recordName(item, language)}
      </span>
      <span className="flex items-center gap-1.5 text-xs text-ink-3">
        {hasKind && <Icon name={getEntity(item.entity).icon} size={14} label={t(`entity.${item.entity}.one`)} />}
        <span className="min-w-0 truncate">
          {item.kind === 'import' ? t('home.ready', { n: number(item.ready) }) : <RecordText item={item} />}
        </span>
      </span>
    </span>
  );
}

function RecordText({ item: { action, changes, values, missing } }: { item: RecordToReview }) {
  const { t } = useTexts();
  const fields = [...new Set(changes.map(pointerLabel))].join(t('common.separator'));
  const text = t(`history.what.${action}`, { fields });
  if (missing.length === 0)
    return values.length === 0 ? (
      text
    ) : (
      <>
        <span className="max-lg:hidden">{text}</span>
        {/* the values below name their fields */}
        <span className="lg:hidden">{t(`act.${action}`)}</span>
      </>
    );
  return (
    <span className="text-warn-ink">
      {t('home.missing', { fields: missing.map(pointerLabel).join(t('common.separator')) })}
    </span>
  );
}

interface OutcomeProps {
  decision: Decision | undefined;
  isGone: boolean;
  isSkipped: boolean;
  /** shown while nothing has been decided */
  children: ReactNode;
}

function Outcome({ decision, isGone, isSkipped, children }: OutcomeProps) {
  const { t } = useTexts();
  if (decision) {
    const isApproval = decision.choice === 'approve';
    return (
      <span
        className={
          isApproval ? 'inline-flex items-center gap-1 text-ok-ink' : 'inline-flex items-center gap-1 text-bad-ink'
        }
      >
        <Icon name={isApproval ? 'check' : 'reject'} size={14} />
        {t(decision.activate ? 'review.nowActivated' : isApproval ? 'home.nowApproved' : 'home.nowRejected')}
      </span>
    );
  }
  if (isGone) return t('home.gone');
  return isSkipped ? t('review.skipped') : children;
}
