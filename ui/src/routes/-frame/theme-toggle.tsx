import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { setTheme, useTheme } from './theme.ts';

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
