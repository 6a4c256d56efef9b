import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useEffect, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { followOpenBulkChanges, useFollowedBulkChanges } from '#crud/bulk/bulk-changes.ts';
import { useReopeningQuestion } from '#crud/change-set/reopening.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { snackbar } from '#crud/notify.ts';
import { useCurrentSubject } from '#crud/page-subject.ts';
import { isolateValuesInTexts } from '#i18n/bidi.ts';
import { roleName } from '#i18n/display-name.ts';
import { language, useTexts, withTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Avatar } from '#kit/display/avatar.tsx';
import { Logo } from '#kit/display/logo.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { Menu, type MenuEntry } from '#kit/layers/menu.tsx';
import { createLazyCode, lazyExtra, useLazyCode } from '#kit/lazy-code.ts';
import { Snackbar } from '#kit/messages/snackbar.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { askUnsavedDialog } from '#kit/unsaved-input.ts';
import { leavePreview } from '#session/preview.ts';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { useSignInSteps } from '#session/use-session-state.ts';
import { showDay, useViewedDay } from '#session/viewed-day.ts';
import type { AccountDialog } from './account/account-dialogs.tsx';
import { useKeystrokeBuffer } from './keyboard/use-keystroke-buffer.ts';
import { usePageLetters } from './keyboard/use-page-letters.ts';
import { LanguageMenu } from './language-menu.tsx';
import { canOpenItem, homeItem, isItemActive, menuGroups } from './menu.ts';
import { SideNavigation } from './side-navigation.tsx';
import { currentTheme, ThemeMenu } from './theme-menu.tsx';

isolateValuesInTexts();

const paletteCode = createLazyCode(async () => (await import('./keyboard/palette.tsx')).Palette);
const TruncatedTextTooltip = lazyExtra(
  async () => (await import('#kit/buttons/truncated-text-tooltip.tsx')).TruncatedTextTooltip,
);
const shortcutsCode = createLazyCode(
  async () => (await withTexts(import('./keyboard/shortcuts.tsx'), 'account')).Shortcuts,
);

const bulkProgressCode = createLazyCode(
  async () => (await withTexts(import('#crud/bulk/bulk-progress.tsx'), 'tasks')).BulkProgress,
);

const workingBandCode = createLazyCode(
  async () => (await withTexts(import('#change-sets/working-band.tsx'), 'review')).WorkingBand,
);

const reopeningCode = createLazyCode(
  async () => (await withTexts(import('#crud/change-set/reopening-dialog.tsx'), 'review')).ReopeningDialog,
);

const viewedDayCode = createLazyCode(() => withTexts(import('./viewed-day.tsx'), 'account'));

const pageLettersCode = createLazyCode(
  async () => (await withTexts(import('./keyboard/page-letters.tsx'), 'account')).PageLetters,
);

/** Loads the palette when the modifier of its shortcut is pressed. */
function prefetchPalette({ key }: KeyboardEvent): void {
  if (key === 'Control' || key === 'Meta') void paletteCode.load();
}

/** Any one of these permissions lets a user start a bulk change. */
const BULK_PERMISSIONS = ['review', 'update', 'delete'];

const preferencesCode = createLazyCode(async () => (await import('./account/account-preferences.ts')).syncPreferences);

/** Shows the account's theme, language and display of lists, and saves changes, once the page has been painted. */
function useAccountPreferences(): void {
  const { user } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloading the profile creates a new `user` object for the same person
  useEffect(() => {
    if (!user) return;
    const initial = { theme: currentTheme(), language: language() };
    const controller = new AbortController();
    void preferencesCode.load().then((keep) => keep?.(user, initial, controller.signal));
    return () => controller.abort();
  }, [user?.username, user?.preview]);
}

/** Shows the progress of the user's unfinished bulk changes, also after signing in again or on another device. */
function useOpenBulkChanges(): void {
  const { can } = useSession();
  const mayStart = enums.Entity.some((kind) => BULK_PERMISSIONS.some((right) => can(`${kind}:${right}`)));
  useEffect(() => {
    // a failure is not reported, because the tasks page shows them too
    if (mayStart) followOpenBulkChanges().catch(() => undefined);
  }, [mayStart]);
}

/** Lets a dialog in which something is typed ask before the browser's Back or Forward leaves the page below. */
function useUnsavedDialogs(): void {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => {
          if (action === 'BACK') return askUnsavedDialog(() => history.back());
          return action === 'FORWARD' && askUnsavedDialog(() => history.forward());
        },
        enableBeforeUnload: false,
      }),
    [history],
  );
}

/** The default layout: navigation, top bar, page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | 'pages' | 'viewedDay' | null>(null);
  const [navigationOpen, setNavigationOpen] = useState(false);
  useShortcut('mod+k', 'search', () => setOverlay('palette'));
  useShortcut('?', 'help', () => setOverlay('shortcuts'));
  useShortcut('g', 'goTo', () => setOverlay('pages'));
  const closeOverlay = () => setOverlay(null);
  usePageLetters(overlay === 'pages', closeOverlay);
  useAccountPreferences();
  useOpenBulkChanges();
  useUnsavedDialogs();
  const keystrokes = useKeystrokeBuffer(overlay === 'palette');
  const Palette = useLazyCode(paletteCode, overlay === 'palette', closeOverlay);
  const PageLetters = useLazyCode(pageLettersCode, overlay === 'pages', closeOverlay);
  const Shortcuts = useLazyCode(shortcutsCode, overlay === 'shortcuts', closeOverlay);
  const workingSet = useWorkingSet();
  const day = useViewedDay();
  const viewedDay = useLazyCode(viewedDayCode, day !== null || overlay === 'viewedDay', closeOverlay);
  const chooseDay = () => setOverlay('viewedDay');
  const WorkingBand = useLazyCode(workingBandCode, workingSet !== null);
  const reopening = useReopeningQuestion();
  const ReopeningDialog = useLazyCode(reopeningCode, reopening !== null, () => reopening?.answer(false));
  const bulkChangeIds = useFollowedBulkChanges();
  const BulkProgress = useLazyCode(bulkProgressCode, bulkChangeIds.length > 0);
  // the next user of this tab begins with what is stored now
  useEffect(() => () => void (session.loggedIn || showDay(null)), []);
  useEffect(() => {
    window.addEventListener('keydown', prefetchPalette);
    return () => window.removeEventListener('keydown', prefetchPalette);
  }, []);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_48px_minmax(0,1fr)] sm:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:z-(--z-tip) focus:bg-raised focus:p-2">
        {t('menu.skip')}
      </a>
      {/* without a banner this grid row has no height */}
      <div ref={publishBandsHeight} className="col-span-full">
        <PreviewBanner />
        {workingSet && WorkingBand && <WorkingBand set={workingSet} />}
        {day && viewedDay && <viewedDay.ViewedDayBand day={day} onChoose={chooseDay} />}
      </div>
      <SideNavigation
        open={navigationOpen}
        onClose={() => setNavigationOpen(false)}
        onShortcuts={() => setOverlay('shortcuts')}
      />
      <TopBar
        inert={navigationOpen}
        onNavigation={() => setNavigationOpen(true)}
        onSearch={() => setOverlay('palette')}
        onSearchPrefetch={() => void paletteCode.load()}
        onChooseDay={chooseDay}
      />
      <main
        id="page"
        tabIndex={-1}
        inert={navigationOpen}
        className="relative flex min-h-0 min-w-0 bg-panel outline-none"
      >
        {/* forms and cards load and save something else then */}
        <Fragment key={day ?? (workingSet ? `${workingSet.id} ${workingSet.showsLive}` : 'live')}>{children}</Fragment>
      </main>
      {Palette && <Palette open={overlay === 'palette'} onClose={closeOverlay} keystrokes={keystrokes} />}
      {viewedDay && overlay === 'viewedDay' && <viewedDay.ViewedDayDialog onClose={closeOverlay} />}
      {Shortcuts && <Shortcuts open={overlay === 'shortcuts'} onClose={closeOverlay} />}
      {PageLetters && <PageLetters open={overlay === 'pages'} onClose={closeOverlay} />}
      {ReopeningDialog && <ReopeningDialog question={reopening} />}
      <Snackbar snackbar={snackbar} />
      {BulkProgress && bulkChangeIds.length > 0 && <BulkProgress ids={bulkChangeIds} />}
      <Suspense>
        <TruncatedTextTooltip />
      </Suspense>
    </div>
  );
}

/** Lets toasts appear below the bands, which have a way out of what they say. */
function publishBandsHeight(bands: HTMLElement | null) {
  if (!bands) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--bands-height', `${bands.offsetHeight}px`));
  observer.observe(bands);
  return () => {
    observer.disconnect();
    style.removeProperty('--bands-height');
  };
}

/** Shown above every page during the preview of a role, with a button to leave the preview. */
function PreviewBanner() {
  const { t } = useTexts();
  const { user } = useSession();
  if (!user?.preview) return null;
  const [role] = user.roles;
  return (
    <section
      aria-label={t('preview.label')}
      className="flex min-h-10 items-center gap-2 border-b border-info-edge bg-info-soft px-4 py-1"
    >
      <Icon name="eye" className="text-info-ink" />
      <span className="min-w-0 truncate font-medium">{t('preview.banner', { role: role ? roleName(role) : '' })}</span>
      <span className="flex-none text-ink-2">· {t('preview.readOnlyMark')}</span>
      <Button size="sm" className="ml-auto" onClick={leavePreview}>
        {t('preview.leave')}
      </Button>
    </section>
  );
}

interface TopBarProps {
  inert: boolean;
  /** opens the navigation, which is hidden on phones */
  onNavigation: () => void;
  onSearch: () => void;
  /** called when the search button is hovered or focused */
  onSearchPrefetch: () => void;
  onChooseDay: () => void;
}

function TopBar({ inert, onNavigation, onSearch, onSearchPrefetch, onChooseDay }: TopBarProps) {
  const { t } = useTexts();
  return (
    <header
      inert={inert}
      className="flex min-w-0 items-center gap-1 border-b border-line bg-panel pr-4 pl-6 max-sm:pr-2 max-sm:pl-1"
    >
      <button
        type="button"
        aria-label={t('menu.label')}
        onClick={onNavigation}
        className="grid size-10 flex-none place-items-center rounded-sm text-ink-2 hover:bg-active sm:hidden"
      >
        <Icon name="menu" />
      </button>
      <span className="flex min-w-0 items-center gap-2 font-semibold sm:hidden">
        <Logo />
        <span className="truncate">{t('app.name')}</span>
      </span>
      <Breadcrumb />
      <button
        type="button"
        onClick={onSearch}
        onPointerEnter={onSearchPrefetch}
        onFocus={onSearchPrefetch}
        className="mr-2 flex h-7.5 w-74 pointer-coarse:h-10 min-w-0 lg:min-w-60 items-center gap-2 rounded-sm bg-sunken pr-1.5 pl-2.5 text-ink-3 inset-ring inset-ring-line hover:inset-ring-line-strong max-sm:mr-0 max-sm:size-10 max-sm:flex-none max-sm:justify-center max-sm:bg-transparent max-sm:p-0 max-sm:inset-ring-0"
      >
        <Icon name="search" size={14} />
        <span className="min-w-0 truncate max-sm:sr-only">{t('topBar.search')}</span>
        <span className="ml-auto flex-none max-sm:hidden">
          <Kbd>{formatShortcut('K')}</Kbd>
        </span>
      </button>
      <Button variant="ghost" icon="history" iconOnly aria-label={t('viewedDay.open')} onClick={onChooseDay} />
      <LanguageMenu note={t('topBar.everywhere')} />
      <ThemeMenu note={t('topBar.everywhere')} />
      <UserMenu />
    </header>
  );
}

/** The path to the page: menu group, menu item and the page's subject. */
function Breadcrumb() {
  const { t } = useTexts();
  const { isAllowed } = useSession();
  const { pathname } = useLocation();
  const subject = useCurrentSubject();
  const group = menuGroups.find(({ items }) => items.some((item) => isItemActive(item, pathname)));
  const item =
    pathname === homeItem.path ? homeItem : group?.items.find((candidate) => isItemActive(candidate, pathname));
  const page = item && t(item.label);
  const ancestors: ReactNode[] = [];
  if (group) ancestors.push(t(`menu.${group.id}`));
  if (item && subject) {
    ancestors.push(
      canOpenItem(item, isAllowed) ? (
        <Link to={item.path} className="rounded-xs hover:text-ink hover:underline">
          {page}
        </Link>
      ) : (
        page
      ),
    );
  }
  const currentLabel = subject ?? page;
  return (
    <nav aria-label={t('topBar.place')} className="mr-auto min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-3">
        {ancestors.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their position
          <Fragment key={index}>
            <li className="max-sm:hidden">{step}</li>
            <li aria-hidden className="text-line-strong max-sm:hidden">
              {t('topBar.placeSeparator')}
            </li>
          </Fragment>
        ))}
        {currentLabel && (
          // on phones the page's title stands right below
          <li aria-current="page" className="min-w-0 truncate font-medium text-ink max-sm:sr-only">
            {currentLabel}
          </li>
        )}
      </ol>
    </nav>
  );
}

const ACCOUNT_ENTRIES = [
  { id: 'profile', icon: 'user' },
  { id: 'password', icon: 'key' },
  { id: 'twoStep', icon: 'shield' },
  { id: 'sessions', icon: 'devices' },
] as const;

const dialogsCode = createLazyCode(() => withTexts(import('./account/account-dialogs.tsx'), 'account'));

function UserMenu() {
  const { t } = useTexts();
  const { user } = useSession();
  const { recoveryCodes } = useSignInSteps();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const loadedDialogs = useLazyCode(dialogsCode, dialog !== null || recoveryCodes !== null, () => setDialog(null));
  if (!user) return null;
  const accountEntries: MenuEntry[] = ACCOUNT_ENTRIES.map(({ id, icon }) => ({
    id,
    icon,
    label: t(`topBar.${id}`),
    onSelect: () => setDialog(id),
  }));
  const leaveEntry: MenuEntry = user.preview
    ? { id: 'leave', icon: 'logout', label: t('preview.leave'), onSelect: leavePreview }
    : {
        id: 'leave',
        icon: 'logout',
        label: t('topBar.signOut'),
        separatorBefore: true,
        onSelect: () => void session.logout(),
      };
  return (
    <>
      <Menu
        width={220}
        trigger={
          <button
            type="button"
            className="flex h-8 min-w-0 flex-none items-center gap-2 rounded-sm pr-1 pl-2 pointer-coarse:h-10 hover:bg-active max-sm:w-10 max-sm:justify-center max-sm:p-0"
          >
            <span className="sr-only">{t('topBar.account')}</span>
            <Avatar name={user.username} />
            <span className="min-w-0 truncate max-w-40 max-sm:hidden">{user.username}</span>
            <Icon name="chevron-down" size={14} className="text-ink-3 max-sm:hidden" />
          </button>
        }
        header={
          <div className="flex max-w-72 flex-col gap-0.5 py-0.5">
            <span className="min-w-0 truncate text-sm font-medium text-ink">{user.displayName || user.username}</span>
            <span className="min-w-0 truncate">{user.email}</span>
            <span className="wrap-anywhere">{user.roles.map(roleName).join(t('common.separator'))}</span>
          </div>
        }
        items={user.preview ? [leaveEntry] : [...accountEntries, leaveEntry]}
      />
      {loadedDialogs && <loadedDialogs.AccountDialogs user={user} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
