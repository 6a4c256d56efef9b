import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { localChangeCount, pollingOptions, refreshReads } from '#crud/read/query-client.ts';
import { overviewQuery } from '#crud/read/use-overview.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Tooltip } from '#kit/buttons/tooltip.tsx';
import { cx } from '#kit/cx.ts';
import { Logo } from '#kit/display/logo.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { useEscape } from '#kit/layers/escape.ts';
import { Flyout } from '#kit/layers/flyout.tsx';
import { useSession } from '#session/use-session.ts';
import { useViewedDay } from '#session/viewed-day.ts';
import {
  canOpenItem,
  forgetSearches,
  homeItem,
  isItemActive,
  lastSearchOf,
  type MenuGroup,
  type MenuItem,
  menuGroups,
  rememberSearch,
} from './menu.ts';

const ENTRY_CLASS =
  'relative flex h-7.5 max-sm:h-10 scroll-my-2 items-center gap-2 rounded-sm px-2 text-ink-2 hover:bg-active [&>svg]:text-ink-3 ' +
  'aria-[current]:bg-panel aria-[current]:font-medium aria-[current]:text-ink ' +
  'aria-[current]:inset-ring aria-[current]:inset-ring-line aria-[current]:[&>svg]:text-accent-ink ' +
  'aria-[current]:before:absolute aria-[current]:before:-left-2 aria-[current]:before:h-4 ' +
  'aria-[current]:before:w-0.5 aria-[current]:before:bg-accent';

interface SideNavigationProps {
  /** Whether it covers the page on a phone. Wider screens always show it. */
  open: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

export function SideNavigation({ open, onClose, onShortcuts }: SideNavigationProps) {
  const { t } = useTexts();
  const { isAllowed } = useSession();
  const totals = useTotals();
  const visibleGroups = menuGroups
    .map((group) => ({ ...group, items: group.items.filter((item) => canOpenItem(item, isAllowed)) }))
    .filter(({ items }) => items.length > 0);
  const { pathname, search } = useLocation();
  useEffect(() => rememberSearch(pathname, search), [pathname, search]);
  useEffect(() => forgetSearches, []);
  const asideRef = useRef<HTMLElement>(null);
  useEscape(open, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the menu
  useEffect(onClose, [pathname]);
  const closeNow = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const previousFocus = document.activeElement;
    const openedPath = location.pathname;
    asideRef.current?.focus();
    const wideScreen = matchMedia('(width >= 40rem)');
    const close = () => closeNow();
    wideScreen.addEventListener('change', close);
    return () => {
      wideScreen.removeEventListener('change', close);
      if (location.pathname === openedPath && previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, [open]);
  return (
    <>
      {open && (
        <div
          aria-hidden
          onClick={onClose}
          className="animate-fade-in fixed inset-0 z-(--z-drawer) bg-scrim sm:hidden"
        />
      )}
      <aside
        ref={asideRef}
        tabIndex={-1}
        className={cx(
          'row-span-2 flex min-h-0 flex-col border-r border-line bg-canvas outline-none',
          open
            ? 'max-sm:fixed max-sm:inset-y-0 max-sm:left-0 max-sm:z-(--z-drawer) max-sm:w-72 max-sm:shadow-3'
            : 'max-sm:hidden',
        )}
      >
        <Link
          to="/"
          aria-label={t('app.name')}
          className="flex h-12 flex-none items-center gap-2 px-3 text-md font-semibold xl:px-4"
        >
          <Logo />
          <span className="max-sm:inline hidden xl:inline">{t('app.name')}</span>
        </Link>
        <nav
          aria-label={t('menu.label')}
          className="min-h-0 flex-1 px-2 py-1 max-sm:overflow-y-auto xl:overflow-y-auto"
        >
          <div className="hidden max-sm:block xl:block">
            <ExpandedGroups groups={visibleGroups} totals={totals} />
          </div>
          <div className="max-sm:hidden xl:hidden">
            <CollapsedGroups groups={visibleGroups} totals={totals} />
          </div>
        </nav>
        <div className="flex h-10 flex-none items-center justify-center border-t border-line px-2 xl:justify-between xl:px-4">
          <span className="hidden text-xs text-ink-3 xl:inline">{t('menu.shortcuts')}</span>
          <button
            type="button"
            onClick={onShortcuts}
            aria-label={t('menu.shortcuts')}
            className="rounded-xs p-1 xl:-mr-1"
          >
            <Kbd>?</Kbd>
          </button>
        </div>
      </aside>
    </>
  );
}

interface GroupsProps {
  groups: readonly MenuGroup[];
  totals: Totals;
}

function ExpandedGroups({ groups, totals }: GroupsProps) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const day = useViewedDay();
  const entries = useRef<HTMLDivElement>(null);

  // if the window is not high enough the current entry may be outside the visible part
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the current entry on each page
  useEffect(() => {
    entries.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);

  return (
    <div ref={entries}>
      <NavigationEntry item={homeItem} />
      {groups.map(({ id, items }) => (
        <div key={id}>
          <h2 className="px-2 pt-3.5 pb-1 text-xs text-ink-3">{t(`menu.${id}`)}</h2>
          {items.map((item) => (
            <NavigationEntry
              key={item.path}
              item={item}
              // the counts are those of now
              total={day === null && item.entity ? totals.records.get(item.entity) : undefined}
              pendingCount={item.showsPendingPeople && totals.pendingPeople}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function CollapsedGroups({ groups, totals: { pendingPeople } }: GroupsProps) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <>
      <Tooltip text={t('menu.home')} placement="right">
        <Link to="/" aria-label={t('menu.home')} activeOptions={{ exact: true }} className={`${ENTRY_CLASS} mb-1`}>
          <Icon name={homeItem.icon} />
        </Link>
      </Tooltip>
      {groups.map(({ id, icon, items }) => (
        <Flyout
          key={id}
          aria-label={t(`menu.${id}`)}
          trigger={(attributes) => (
            <button
              type="button"
              aria-label={t(`menu.${id}`)}
              aria-current={items.some((item) => isItemActive(item, pathname)) || undefined}
              className={`${ENTRY_CLASS} w-full`}
              {...attributes}
            >
              <Icon name={icon} />
            </button>
          )}
        >
          <div className="px-2 py-1 text-xs text-ink-3">{t(`menu.${id}`)}</div>
          {items.map((item) => (
            <NavigationEntry key={item.path} item={item} pendingCount={item.showsPendingPeople && pendingPeople} />
          ))}
        </Flyout>
      ))}
    </>
  );
}

interface NavigationEntryProps {
  item: MenuItem;
  total?: number | undefined;
  /** the number of accounts that await approval */
  pendingCount?: number | undefined;
}

function NavigationEntry({ item, total, pendingCount = 0 }: NavigationEntryProps) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <Link
      to={item.path}
      search={lastSearchOf(item, pathname)}
      activeOptions={{ exact: item.path === '/', includeSearch: false }}
      className={ENTRY_CLASS}
    >
      <Icon name={item.icon} />
      <span className="min-w-0 truncate">{t(item.label)}</span>
      {total !== undefined && <span className="ml-auto font-mono text-2xs text-ink-3">{number(total)}</span>}
      {pendingCount > 0 && (
        <span
          className="ml-auto flex items-center gap-1.5 font-mono text-2xs text-warn-ink"
          title={t('menu.accessRequests', { count: pendingCount })}
        >
          <Dot tone="pending" />
          <span aria-hidden>{number(pendingCount)}</span>
          <span className="sr-only">{t('menu.accessRequests', { count: pendingCount })}</span>
        </span>
      )}
    </Link>
  );
}

type Overview = Schemas['OverviewAnswer']['data'];

/** The longest time after which changes by others become visible. */
const POLL_MS = 15_000;

/**
 * Returns the number of records of each entity and of accounts that await approval. If they change without an action on this
 * page, such as by the revert of an import, every open list and count is reloaded.
 */
function useTotals() {
  const { data } = useRead({ ...pollingOptions(POLL_MS), ...overviewQuery(1) });
  useChangesElsewhere(data);
  return {
    records: new Map<EntityKey, number>(data?.entities.map(({ entity, total }) => [entity, total])),
    pendingPeople: data?.people?.pending ?? 0,
  };
}

type Totals = ReturnType<typeof useTotals>;

/** Returns a string that differs whenever counts or recent changes differ. */
const computeFingerprint = ({ entities, reviews, rejections, changes, recent, people }: Overview): string =>
  JSON.stringify([
    entities.map(({ counts, waiting }) => [counts, waiting]),
    reviews,
    rejections,
    changes,
    recent.map(({ entry, task }) => entry?.seq ?? [task?.id, task?.changes]),
    people,
  ]);

function useChangesElsewhere(data: Overview | undefined) {
  const previousRef = useRef<{ fingerprint: string; changesHere: number }>(undefined);
  useEffect(() => {
    if (!data) return;
    const current = { fingerprint: computeFingerprint(data), changesHere: localChangeCount() };
    const previous = previousRef.current;
    previousRef.current = current;
    // changes made on this page have already refreshed the lists
    if (previous?.changesHere !== current.changesHere) return;
    if (previous.fingerprint !== current.fingerprint) refreshReads('remote');
  }, [data]);
}
