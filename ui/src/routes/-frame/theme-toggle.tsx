import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';

export function ThemeToggle() {
  const { t } = useTexts();
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      aria-label={dark ? t('top.themeLight') : t('top.themeDark')}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}

type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function setTheme(next: Theme): void {
  if (next === 'dark') document.documentElement.dataset.theme = 'dark';
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // a browser that refuses storage keeps the theme until the page is left
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
