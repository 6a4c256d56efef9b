import type { Language } from '#api/facts.gen.ts';
import { languages, setLanguage, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Menu } from '#kit/layers/menu.tsx';

/** Each is named in itself, so that whoever can't read the present one finds the other. */
const names: Record<Language, string> = { 'zh-CN': '中文', en: 'English' };

export function LanguageMenu() {
  const { t, language } = useTexts();
  return (
    <Menu
      width={140}
      trigger={
        <Button variant="ghost" size="sm" icon="language" aria-label={`${t('top.language')}: ${names[language]}`}>
          {names[language]}
        </Button>
      }
      items={languages.map((id) => ({
        id,
        label: <span lang={id}>{names[id]}</span>,
        checked: id === language,
        onSelect: () => void setLanguage(id),
      }))}
    />
  );
}
