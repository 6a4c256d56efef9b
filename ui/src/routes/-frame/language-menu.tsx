import type { Language } from '#api/facts.gen.ts';
import { setLanguage, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';

const languages = ['zh-CN', 'en'] as const satisfies readonly Language[];

/** Each language is named in itself, so that whoever can't read the present one finds the other. */
export function LanguageMenu() {
  const { t, language } = useTexts();
  return (
    <Menu
      width={140}
      trigger={
        <Button variant="ghost" size="sm" icon="language" aria-label={`${t('top.language')}: ${t('top.ownName')}`}>
          {t('top.ownName')}
        </Button>
      }
      items={languages.map((lng) => ({
        id: lng,
        label: <span lang={lng}>{t('top.ownName', { lng })}</span>,
        checked: lng === language,
        onSelect: () => setLanguage(lng),
      }))}
    />
  );
}
