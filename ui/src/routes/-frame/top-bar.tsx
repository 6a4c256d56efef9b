import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { Kbd } from '#kit/kbd.tsx';
import { withMod } from '#kit/keys.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

interface Props {
  onSearch: () => void;
  /** Somebody is about to search. */
  onSearchAhead: () => void;
}

export function TopBar({ onSearch, onSearchAhead }: Props) {
  const { t } = useTexts();
  return (
    <header className="flex min-w-0 items-center gap-1 border-b border-line bg-panel pr-4 pl-6">
      <Breadcrumb />
      <button
        type="button"
        onClick={onSearch}
        onPointerEnter={onSearchAhead}
        onFocus={onSearchAhead}
        className="mr-2 flex h-7.5 w-74 min-w-0 items-center gap-2 rounded-sm bg-sunken pr-1.5 pl-2.5 text-ink-3 inset-ring inset-ring-line hover:inset-ring-line-strong"
      >
        <Icon name="search" size={14} />
        <span className="cut">{t('top.search')}</span>
        <span className="ml-auto flex-none">
          <Kbd>{withMod('K')}</Kbd>
        </span>
      </button>
      <LanguageMenu />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
}
