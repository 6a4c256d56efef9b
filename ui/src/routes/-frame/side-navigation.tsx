import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Entity, Schemas } from '#api/facts.gen.ts';
import { changesMadeHere, polling, recordsChanged } from '#crud/query-client.ts';
import { overviewQuery } from '#crud/use-overview.ts';
import { useRead } from '#crud/use-read.ts';
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
import { canOpenItem, homeItem, isAt, type MenuGroup, type MenuItem, menuGroups } from './menu.ts';

const entry =
  'relative flex h-7.5 max-sm:h-10 scroll-my-2 items-center gap-2 rounded-sm px-2 text-ink-2 hover:bg-active [&>svg]:text-ink-3 ' +
  'aria-[current]:bg-panel aria-[current]:font-medium aria-[current]:text-ink ' +
  'aria-[current]:inset-ring aria-[current]:inset-ring-line aria-[current]:[&>svg]:text-accent-ink ' +
  'aria-[current]:before:absolute aria-[current]:before:-left-2 aria-[current]:before:h-4 ' +
  'aria-[current]:before:w-0.5 aria-[current]:before:bg-accent';

interface Props {
  /** Whether it covers the page on a phone. Wider screens always show it. */
  open: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

export function SideNavigation({ open, onClose, onShortcuts }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const totals = useTotals();
  const shown = menuGroups
    .map((group) => ({ ...group, items: group.items.filter((item) => canOpenItem(item, can)) }))
    .filter(({ items }) => items.length > 0);
  const { pathname } = useLocation();
  const aside = useRef<HTMLElement>(null);
  useEscape(open, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes it
  useEffect(onClose, [pathname]);
  const closeNow = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    const openedAt = location.pathname;
    aside.current?.focus();
    const wide = matchMedia('(width >= 40rem)');
    const close = () => closeNow();
    wide.addEventListener('change', close);
    return () => {
      wide.removeEventListener('change', close);
      if (location.pathname === openedAt && opener instanceof HTMLElement) opener.focus();
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
        ref={aside}
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
            <Full groups={shown} totals={totals} />
          </div>
          <div className="max-sm:hidden xl:hidden">
            <Folded groups={shown} totals={totals} />
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

function Full({ groups, totals }: GroupsProps) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const entries = useRef<HTMLDivElement>(null);

  // on a low window the page's own entry may lie below the edge
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, whose entry is looked for
  useEffect(() => {
    entries.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);

  return (
    <div ref={entries}>
      <Entry item={homeItem} />
      {groups.map(({ id, items }) => (
        <div key={id}>
          <h2 className="px-2 pt-3.5 pb-1 text-xs text-ink-3">{t(`menu.${id}`)}</h2>
          {items.map((item) => (
            <Entry
              key={item.path}
              item={item}
              total={item.entity && totals.records.get(item.entity)}
              waiting={item.people && totals.people}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Folded({ groups, totals: { people } }: GroupsProps) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <>
      <Tooltip text={t('menu.home')} placement="right">
        <Link to="/" aria-label={t('menu.home')} activeOptions={{ exact: true }} className={`${entry} mb-1`}>
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
              aria-current={items.some((item) => isAt(item, pathname)) || undefined}
              className={`${entry} w-full`}
              {...attributes}
            >
              <Icon name={icon} />
            </button>
          )}
        >
          <div className="px-2 py-1 text-xs text-ink-3">{t(`menu.${id}`)}</div>
          {items.map((item) => (
            <Entry key={item.path} item={item} waiting={item.people && people} />
          ))}
        </Flyout>
      ))}
    </>
  );
}

interface EntryProps {
  item: MenuItem;
  total?: number | undefined;
  /** People to be let in. */
  waiting?: number | undefined;
}

function Entry({ item, total, waiting = 0 }: EntryProps) {
  const { t } = useTexts();
  return (
    <Link to={item.path} activeOptions={{ exact: item.path === '/', includeSearch: false }} className={entry}>
      <Icon name={item.icon} />
      <span className="min-w-0 truncate">{t(item.label)}</span>
      {total !== undefined && <span className="ml-auto font-mono text-2xs text-ink-3">{number(total)}</span>}
      {waiting > 0 && (
        <span
          className="ml-auto flex items-center gap-1.5 font-mono text-2xs text-warn-ink"
          title={t('menu.waiting', { count: waiting })}
        >
          <Dot tone="pending" />
          <span aria-hidden>{number(waiting)}</span>
          <span className="sr-only">{t('menu.waiting', { count: waiting })}</span>
        </span>
      )}
    </Link>
  );
}

type Overview = Schemas['OverviewAnswer']['data'];

/** How long the page may show what others have changed since. */
const POLL_MS = 15_000;

/**
 * For the menu: how many records there are of each kind, and how many people wait to be let in. Whatever changes there without an act
 * on this page, such as by a revert of an import, has every open list and count read anew.
 */
function useTotals() {
  const { data } = useRead({ ...polling(POLL_MS), ...overviewQuery(1) });
  useChangesElsewhere(data);
  return {
    records: new Map<Entity, number>(data?.entities.map(({ entity, total }) => [entity, total])),
    people: data?.people?.pending ?? 0,
  };
}

type Totals = ReturnType<typeof useTotals>;

/** All that tells of a change, in one text. */
const fingerprintOf = ({ entities, reviews, rejections, recent, people }: Overview): string =>
  JSON.stringify([
    entities.map(({ counts, waiting }) => [counts, waiting]),
    reviews,
    rejections,
    recent[0]?.seq,
    people,
  ]);

function useChangesElsewhere(data: Overview | undefined) {
  const known = useRef<{ fingerprint: string; changesHere: number }>(undefined);
  useEffect(() => {
    if (!data) return;
    const now = { fingerprint: fingerprintOf(data), changesHere: changesMadeHere() };
    const before = known.current;
    known.current = now;
    // what is read after a change on this page has been told already
    if (before?.changesHere !== now.changesHere) return;
    if (before.fingerprint !== now.fingerprint) recordsChanged('elsewhere');
  }, [data]);
}
