import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useCurrentSubject } from '#crud/page-subject.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { Avatar } from '#kit/display/avatar.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { Menu, type MenuEntry } from '#kit/layers/menu.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { leavePreview } from '#session/preview.ts';
import { session } from '#session/session.ts';
import { useSession, useSignInSteps } from '#session/use-session.ts';
import type { AccountDialog } from './account-dialogs.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { canOpenItem, homeItem, isAt, menuGroups } from './menu.ts';
import { SideNavigation } from './side-navigation.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';

const palette = createLazyCode(async () => (await import('./palette.tsx')).Palette);
const shortcuts = createLazyCode(async () => (await import('./shortcuts.tsx')).Shortcuts);

/** The key that is held begins what opens the palette. */
function loadPaletteOnModifier({ key }: KeyboardEvent): void {
  if (key === 'Control' || key === 'Meta') void palette.load();
}

/** The default layout: navigation, top bar, page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [layer, setLayer] = useState<'palette' | 'shortcuts' | null>(null);
  const [navigationOpen, setNavigationOpen] = useState(false);
  useHotkey('mod+k', () => setLayer('palette'));
  useHotkey('?', () => setLayer('shortcuts'));
  const close = () => setLayer(null);
  const ahead = useTypedAhead(layer === 'palette');
  const Palette = useLazyCode(palette, layer === 'palette', close);
  const Shortcuts = useLazyCode(shortcuts, layer === 'shortcuts', close);
  useEffect(() => {
    window.addEventListener('keydown', loadPaletteOnModifier);
    return () => window.removeEventListener('keydown', loadPaletteOnModifier);
  }, []);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_48px_minmax(0,1fr)] sm:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:z-(--z-tip) focus:bg-raised focus:p-2">
        {t('menu.skip')}
      </a>
      {/* the row is there without it, and of no height */}
      <div className="col-span-full">
        <PreviewBanner />
      </div>
      <SideNavigation
        open={navigationOpen}
        onClose={() => setNavigationOpen(false)}
        onShortcuts={() => setLayer('shortcuts')}
      />
      <TopBar
        inert={navigationOpen}
        onNavigation={() => setNavigationOpen(true)}
        onSearch={() => setLayer('palette')}
        onSearchAhead={() => void palette.load()}
      />
      <main
        id="page"
        tabIndex={-1}
        inert={navigationOpen}
        className="relative flex min-h-0 min-w-0 bg-panel outline-none"
      >
        {children}
      </main>
      {Palette && <Palette open={layer === 'palette'} onClose={close} ahead={ahead} />}
      {Shortcuts && <Shortcuts open={layer === 'shortcuts'} onClose={close} />}
    </div>
  );
}

/** Over every page while somebody sees with a role's eyes, with the way out. */
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
      <span className="min-w-0 truncate font-medium">
        {t('preview.banner', { role: role?.displayName || role?.name })}
      </span>
      <span className="flex-none text-ink-2">· {t('preview.readOnlyMark')}</span>
      <Button size="sm" className="ml-auto" onClick={leavePreview}>
        {t('preview.leave')}
      </Button>
    </section>
  );
}

interface Props {
  inert: boolean;
  /** Opens the navigation on a phone, where it is not in sight. */
  onNavigation: () => void;
  onSearch: () => void;
  /** Somebody is about to search. */
  onSearchAhead: () => void;
}

function TopBar({ inert, onNavigation, onSearch, onSearchAhead }: Props) {
  const { t } = useTexts();
  return (
    <header
      inert={inert}
      className="flex min-w-0 items-center gap-1 border-b border-line bg-panel pr-4 pl-6 max-sm:px-2"
    >
      <button
        type="button"
        aria-label={t('menu.label')}
        onClick={onNavigation}
        className="grid size-10 flex-none place-items-center rounded-sm text-ink-2 hover:bg-active sm:hidden"
      >
        <Icon name="rows-comfortable" />
      </button>
      <Breadcrumb />
      <button
        type="button"
        onClick={onSearch}
        onPointerEnter={onSearchAhead}
        onFocus={onSearchAhead}
        className="mr-2 flex h-7.5 w-74 min-w-0 items-center gap-2 rounded-sm bg-sunken pr-1.5 pl-2.5 text-ink-3 inset-ring inset-ring-line hover:inset-ring-line-strong max-sm:mr-0 max-sm:size-10 max-sm:flex-none max-sm:justify-center max-sm:bg-transparent max-sm:p-0 max-sm:inset-ring-0"
      >
        <Icon name="search" size={14} />
        <span className="min-w-0 truncate max-sm:sr-only">{t('top.search')}</span>
        <span className="ml-auto flex-none max-sm:hidden">
          <Kbd>{formatShortcut('K')}</Kbd>
        </span>
      </button>
      <LanguageMenu />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
}

/** Group, page and what the page is about. */
function Breadcrumb() {
  const { t } = useTexts();
  const { can } = useSession();
  const { pathname } = useLocation();
  const subject = useCurrentSubject();
  const group = menuGroups.find(({ items }) => items.some((item) => isAt(item, pathname)));
  const item = pathname === homeItem.path ? homeItem : group?.items.find((one) => isAt(one, pathname));
  const page = item && t(item.label);
  const above: ReactNode[] = [];
  if (group) above.push(t(`menu.${group.id}`));
  if (item && subject) {
    above.push(
      canOpenItem(item, can) ? (
        <Link to={item.path} className="rounded-xs hover:text-ink hover:underline">
          {page}
        </Link>
      ) : (
        page
      ),
    );
  }
  const here = subject ?? page;
  return (
    <nav aria-label={t('top.place')} className="mr-auto min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-3">
        {above.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <Fragment key={index}>
            <li className="max-sm:hidden">{step}</li>
            <li aria-hidden className="text-line-strong max-sm:hidden">
              {t('top.placeSeparator')}
            </li>
          </Fragment>
        ))}
        {here && (
          <li aria-current="page" className="min-w-0 truncate font-medium text-ink">
            {here}
          </li>
        )}
      </ol>
    </nav>
  );
}

const entries = [
  { id: 'profile', icon: 'user' },
  { id: 'password', icon: 'key' },
  { id: 'twoStep', icon: 'shield' },
  { id: 'sessions', icon: 'clock' },
] as const;

const dialogs = createLazyCode(() => withTexts(import('./account-dialogs.tsx'), 'account'));

function UserMenu() {
  const { t } = useTexts();
  const { user } = useSession();
  const { recoveryCodes } = useSignInSteps();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const open = useLazyCode(dialogs, dialog !== null || recoveryCodes !== null, () => setDialog(null));
  if (!user) return null;
  const own: MenuEntry[] = entries.map(({ id, icon }) => ({
    ...{ id, icon },
    label: t(`top.${id}`),
    onSelect: () => setDialog(id),
  }));
  const leave: MenuEntry = user.preview
    ? { id: 'leave', icon: 'logout', label: t('preview.leave'), onSelect: leavePreview }
    : { id: 'leave', icon: 'logout', label: t('top.signOut'), separatorBefore: true, onSelect: () => session.logout() };
  return (
    <>
      <Menu
        width={220}
        trigger={
          <button
            type="button"
            className="flex h-8 min-w-0 flex-none items-center gap-2 rounded-sm pr-1 pl-2 hover:bg-active"
          >
            <span className="sr-only">{t('top.account')}</span>
            <Avatar name={user.username} />
            <span className="min-w-0 truncate max-w-40 max-sm:hidden">{user.username}</span>
            <Icon name="chevron-down" size={14} className="text-ink-3 max-sm:hidden" />
          </button>
        }
        header={
          <div className="flex max-w-72 flex-col gap-0.5 py-0.5">
            <span className="min-w-0 truncate text-sm font-medium text-ink">{user.displayName || user.username}</span>
            <span className="min-w-0 truncate">{user.email}</span>
            <span className="[overflow-wrap:anywhere]">
              {user.roles.map((role) => role.displayName || role.name).join(t('common.separator'))}
            </span>
          </div>
        }
        items={user.preview ? [leave] : [...own, leave]}
      />
      {open && <open.AccountDialogs user={user} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
