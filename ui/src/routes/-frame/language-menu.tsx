import type { Language } from '#api/metadata.gen.ts';
import { languages, setLanguage, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Menu } from '#kit/layers/menu.tsx';

/** Each language has its name in that language, so that people who cannot read the current one find theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'zh-CN': '中文', en: 'English' };

/** `note` says what the choice applies to. */
export function LanguageMenu({ note }: { note?: string }) {
  const { t, language } = useTexts();
  return (
    <Menu
      width={140}
      header={note}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon="language"
          aria-label={t('top.language') + t('common.colon') + LANGUAGE_NAMES[language]}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      }
      items={languages.map((id) => ({
        id,
        label: <span lang={id}>{LANGUAGE_NAMES[id]}</span>,
        checked: id === language,
        onSelect: () => void setLanguage(id),
      }))}
    />
  );
}
