import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import type { IconName } from '#kit/buttons/icon.tsx';
import { Menu } from '#kit/layers/menu.tsx';

export const themes = ['light', 'dark', 'system'] as const;

/** What the user has chosen; `system` follows the device. */
export type Theme = (typeof themes)[number];

export const THEME_ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'monitor' };

/** `note` says what the choice applies to. */
export function ThemeMenu({ note }: { note?: string }) {
  const { t } = useTexts();
  const current = useTheme();
  return (
    <Menu
      width={140}
      header={note}
      trigger={
        <IconButton
          icon={THEME_ICONS[current]}
          aria-label={t('top.theme') + t('common.colon') + t(`top.themes.${current}`)}
        />
      }
      items={themes.map((id) => ({
        id,
        label: t(`top.themes.${id}`),
        icon: THEME_ICONS[id],
        checked: id === current,
        onSelect: () => setTheme(id),
      }))}
    />
  );
}

const devicePrefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let theme = readStoredTheme();

function readStoredTheme(): Theme {
  try {
    return themes.find((id) => id === localStorage.getItem('theme')) ?? 'light';
  } catch {
    return 'light';
  }
}

/** Applies the theme, as `theme.js` has done before the first paint. */
function applyTheme(): void {
  const isDark = theme === 'dark' || (theme === 'system' && devicePrefersDark.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
devicePrefersDark.addEventListener('change', applyTheme);

export function setTheme(next: Theme): void {
  theme = next;
  applyTheme();
  try {
    localStorage.setItem('theme', next);
  } catch {
    // without storage the theme lasts until the page is reloaded
  }
  for (const listener of listeners) listener();
}

export function onThemeChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentTheme = (): Theme => theme;

export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme);
