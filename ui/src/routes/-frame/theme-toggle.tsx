import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';

export function ThemeToggle() {
  const { t } = useTexts();
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      aria-label={isDark ? t('top.themeLight') : t('top.themeDark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  );
}

type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const readTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

export function setTheme(next: Theme): void {
  if (next === 'dark') document.documentElement.dataset.theme = 'dark';
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // without storage the theme lasts until the page is reloaded
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
